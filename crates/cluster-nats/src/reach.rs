//! How the servers are reached: addresses, logins, TLS, and the domain of JetStream.
use crate::Settings;
use crate::login::{self, Login};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions};
use std::io;
use std::path::Path;

/// An error of the client.
pub(crate) type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The servers' addresses, and the login and files that open them.
///
/// # Errors
/// If a file cannot be read, or an address or its login is malformed.
pub(crate) async fn options(settings: &Settings) -> io::Result<(Vec<String>, ConnectOptions)> {
    let mut options = ConnectOptions::new().name(format!("egret {}", settings.node));
    let (servers, login) = login::split(&settings.servers)?;
    options = match login {
        Some(_) if settings.credentials.is_some() => {
            let why = "both an address and the file of credentials contain a login: expected one of them";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        Some(Login::User(user, password)) => options.user_and_password(user, password),
        Some(Login::Token(token)) => options.token(token),
        None => options,
    };
    if let Some(file) = &settings.credentials {
        options = options.credentials_file(file).await.map_err(|e| named(file, &e))?;
    }
    if let Some(file) = &settings.authorities {
        options = options.add_root_certificates(file.clone());
    }
    if let Some((certificate, key)) = &settings.certificate {
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok((servers, options))
}

/// JetStream, in the domain of the settings.
pub(crate) fn context(client: &Client, settings: &Settings) -> Context {
    match &settings.domain {
        Some(domain) => jetstream::with_domain(client.clone(), domain),
        None => jetstream::new(client.clone()),
    }
}

/// Names what a server is asked to keep, with the option for its size: servers refuse what has no room.
pub(crate) fn sized(name: &str, most: i64, option: &str) -> String {
    format!("{name}, up to {most} bytes ({option})")
}

pub(crate) fn named(file: &Path, e: &io::Error) -> io::Error {
    io::Error::new(e.kind(), format!("{}: {e}", file.display()))
}
