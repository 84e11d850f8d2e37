// Written by `cargo xtask generate`; edit its sources instead: crates/scripts/tree/{base/protocols/redis/spicy-events.zeek}.
//! Redis (its serialization protocol, versions 2 and 3).
use crate::arg::{ConnId, EnumName, ListOf};
use crate::declare::{events, records};

records! {
    /// SET.
    SetCommand<'a> = "Redis::SetCommand" {
        key: &'a [u8], value: &'a [u8], nx: bool, xx: bool, get: bool, ex: Option<u64>, px: Option<u64>,
        exat: Option<u64>, pxat: Option<u64>, keep_ttl: bool
    }
    /// AUTH.
    AuthCommand<'a> = "Redis::AuthCommand" { username: Option<&'a [u8]>, password: &'a [u8] }
    /// HELLO.
    HelloCommand<'a> = "Redis::HelloCommand" { requested_resp_version: Option<&'a [u8]> }
    /// Any command.
    Command<'a> = "Redis::Command" {
        raw: ListOf<'a, &'a [u8]>, name: &'a [u8], key: Option<&'a [u8]>, value: Option<&'a [u8]>,
        known: Option<EnumName>
    }
    /// A message of a server.
    ReplyData<'a> = "Redis::ReplyData" { attributes: Option<&'a [u8]>, value: &'a [u8], min_protocol_version: u64 }
}

events! { in redis;
    /// A client sets a key.
    RedisSetCommand<'a> = "Redis::set_command" { c: ConnId, command: SetCommand<'a> }
    /// A client reads a key.
    RedisGetCommand<'a> = "Redis::get_command" { c: ConnId, key: &'a [u8] }
    /// A client logs in.
    RedisAuthCommand<'a> = "Redis::auth_command" { c: ConnId, command: AuthCommand<'a> }
    /// A client requests a protocol version.
    RedisHelloCommand<'a> = "Redis::hello_command" { c: ConnId, command: HelloCommand<'a> }
    /// Every command, after the event of its kind.
    RedisCommand<'a> = "Redis::command" { c: ConnId, cmd: Command<'a> }
    /// A reply. In version 2 of the protocol also pushed messages.
    RedisReply<'a> = "Redis::reply" { c: ConnId, data: ReplyData<'a> }
    /// An error reply.
    RedisError<'a> = "Redis::error" { c: ConnId, data: ReplyData<'a> }
    /// A pushed message, not caused by a command.
    RedisServerPush<'a> = "Redis::server_push" { c: ConnId, data: ReplyData<'a> }
}
