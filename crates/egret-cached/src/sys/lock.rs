//! A lock that lends its holder the priority of who waits for it. The thread that sees changed files runs before all
//! others; without this it would wait for an event thread that the rest of the machine keeps from running.
use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

/// A value that one thread at a time has.
pub(crate) struct Lock<T> {
    /// In a box of its own: such a mutex must stay where it was made.
    mutex: Box<UnsafeCell<libc::pthread_mutex_t>>,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached through a guard alone, and the mutex lets one guard exist at a time: it goes from thread
// to thread as with a `std::sync::Mutex`.
unsafe impl<T: Send> Send for Lock<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Lock<T> {}

impl<T> Lock<T> {
    pub(crate) fn new(value: T) -> Lock<T> {
        let mutex = Box::new(UnsafeCell::new(libc::PTHREAD_MUTEX_INITIALIZER));
        let mut attributes = MaybeUninit::<libc::pthread_mutexattr_t>::uninit();
        // SAFETY: the attributes are initialized before they are used, and the mutex is known to nobody else yet. Where a
        // kernel does not know the protocol, the plain mutex that is there stays.
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

    /// Waits until no other thread has the value. Not to be called by a thread that has it.
    pub(crate) fn lock(&self) -> Guard<'_, T> {
        // SAFETY: initialized, and stays where it is as long as `self`.
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
        // SAFETY: nobody has a guard any more, since guards borrow the lock.
        unsafe { libc::pthread_mutex_destroy(self.mutex.get()) };
    }
}

/// The right to the value until it is dropped.
pub(crate) struct Guard<'a, T>(&'a Lock<T>, PhantomData<*const ()>);

impl<T> Deref for Guard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: this thread holds the mutex as long as the guard is there.
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
        // SAFETY: held by this thread: its `PhantomData` keeps a guard where it was made.
        unsafe { libc::pthread_mutex_unlock(self.0.mutex.get()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_at_a_time_has_the_value() {
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
