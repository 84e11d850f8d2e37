//! A lock with priority inheritance. The thread that watches files has real-time priority; without inheritance, it
//! might wait for an event thread that a busy machine does not schedule.
use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

/// A value that one thread at a time may access.
pub(crate) struct Lock<T> {
    /// Boxed, because a mutex must not move.
    mutex: Box<UnsafeCell<libc::pthread_mutex_t>>,
    value: UnsafeCell<T>,
}

// SAFETY: only a guard gives access to the value, and the mutex permits one guard at a time, as `std::sync::Mutex`
// does.
unsafe impl<T: Send> Send for Lock<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Lock<T> {}

impl<T> Lock<T> {
    pub(crate) fn new(value: T) -> Lock<T> {
        let mutex = Box::new(UnsafeCell::new(libc::PTHREAD_MUTEX_INITIALIZER));
        let mut attributes = MaybeUninit::<libc::pthread_mutexattr_t>::uninit();
        // SAFETY: the attributes are initialized before use, and no other thread knows the mutex yet. If the kernel
        // does not support the protocol, the mutex stays a plain one.
        unsafe {
            if libc::pthread_mutexattr_init(attributes.as_mut_ptr()) == 0 {
                let inherit = libc::PTHREAD_PRIO_INHERIT;
                if libc::pthread_mutexattr_setprotocol(attributes.as_mut_ptr(), inherit) != 0
                    || libc::pthread_mutex_init(mutex.get(), attributes.as_ptr()) != 0
                {
                    *mutex.get() = libc::PTHREAD_MUTEX_INITIALIZER;
                }
                libc::pthread_mutexattr_destroy(attributes.as_mut_ptr());
            }
        }
        Lock { mutex, value: UnsafeCell::new(value) }
    }

    /// Waits for access to the value. Deadlocks if the calling thread already has access.
    pub(crate) fn lock(&self) -> Guard<'_, T> {
        // SAFETY: initialized, and boxed for as long as `self` exists.
        let r = unsafe { libc::pthread_mutex_lock(self.mutex.get()) };
        assert_eq!(r, 0, "pthread_mutex_lock");
        Guard(self, PhantomData)
    }
}

impl<T: Default> Default for Lock<T> {
    fn default() -> Self {
        Lock::new(T::default())
    }
}

impl<T> Drop for Lock<T> {
    fn drop(&mut self) {
        // SAFETY: no guard exists, because guards borrow the lock.
        unsafe { libc::pthread_mutex_destroy(self.mutex.get()) };
    }
}

/// Access to the value, until the guard is dropped.
pub(crate) struct Guard<'a, T>(&'a Lock<T>, PhantomData<*const ()>);

impl<T> Deref for Guard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: this thread holds the mutex as long as the guard exists.
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for Guard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above; the guard is borrowed for as long as the value is.
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T> Drop for Guard<'_, T> {
    fn drop(&mut self) {
        // SAFETY: this thread holds the mutex: `PhantomData` makes the guard `!Send`.
        unsafe { libc::pthread_mutex_unlock(self.0.mutex.get()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_at_a_time_has_access() {
        let lock = Lock::new(0u32);
        std::thread::scope(|s| {
            for _ in 0..4 {
                s.spawn(|| {
                    for _ in 0..10_000 {
                        let mut n = lock.lock();
                        let before = *n;
                        std::hint::black_box(&n);
                        *n = before + 1;
                    }
                });
            }
        });
        assert_eq!(*lock.lock(), 40_000);
    }
}
