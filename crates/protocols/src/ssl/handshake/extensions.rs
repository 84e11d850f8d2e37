//! Reports the extensions of hellos as events.
use super::Handshake;
use crate::ssl::extension::{self, Extension};
use crate::ssl::{Anomaly, complaint};
use event::ListOf;
use event::ssl as ev;
use session::Role;
use session::analyzer::Context;
use wire::{ReadResult, Reader};

impl Handshake {
    pub(super) fn extensions(
        &mut self,
        cx: &mut Context<'_, '_>,
        from: Role,
        message: u8,
        mut all: Reader<'_>,
    ) -> ReadResult<()> {
        let is_client = self.is_client(from);
        while !all.is_empty() {
            let (number, content) = extension::next(&mut all)?;
            let extension = Extension::read(number, content, message, is_client)?;
            self.extension(cx, is_client, &extension)?;
            cx.event(|c| ev::SslExtension { c, is_client, code: number.into(), val: content });
        }
        Ok(())
    }

    fn extension(
        &mut self,
        cx: &mut Context<'_, '_>,
        is_client: bool,
        extension: &Extension<'_>,
    ) -> ReadResult<()> {
        match extension {
            Extension::ServerName(names, strangers) => {
                for kind in strangers {
                    complaint::weird(cx, Anomaly::UnknownServerNameType(*kind));
                }
                cx.event(|c| ev::SslExtensionServerName { c, is_client, names: ListOf(names) });
            }
            Extension::Groups(list) => {
                cx.event(|c| ev::SslExtensionEllipticCurves { c, is_client, curves: ListOf(list) });
            }
            Extension::PointFormats(list) => {
                cx.event(|c| ev::SslExtensionEcPointFormats { c, is_client, point_formats: ListOf(list) });
            }
            Extension::SignatureAlgorithms(list) => {
                cx.event(|c| ev::SslExtensionSignatureAlgorithm {
                    c,
                    is_client,
                    signature_algorithms: ListOf(list),
                });
            }
            Extension::Alpn(names) => {
                cx.event(|c| ev::SslExtensionApplicationLayerProtocolNegotiation {
                    c,
                    is_client,
                    protocols: ListOf(names),
                });
            }
            Extension::Scts(list) => {
                for sct in *list {
                    let sct = sct?;
                    cx.event(|c| ev::SslExtensionSignedCertificateTimestamp {
                        c,
                        is_client,
                        version: sct.version.into(),
                        logid: sct.log,
                        timestamp: sct.timestamp,
                        signature_and_hashalgorithm: sct.algorithm,
                        signature: sct.signature,
                    });
                }
            }
            Extension::KeyShare(groups) => {
                cx.event(|c| ev::SslExtensionKeyShare { c, is_client, curves: ListOf(groups) });
            }
            Extension::Versions(list) => {
                cx.event(|c| ev::SslExtensionSupportedVersions { c, is_client, versions: ListOf(list) });
            }
            Extension::Version(chosen) => {
                self.choose_version(*chosen);
                let list = [u64::from(*chosen)];
                cx.event(|c| ev::SslExtensionSupportedVersions { c, is_client, versions: ListOf(&list) });
            }
            Extension::PskModes(list) => {
                cx.event(|c| ev::SslExtensionPskKeyExchangeModes { c, is_client, modes: ListOf(list) });
            }
            Extension::PskOffer(identities, binders) => {
                cx.event(|c| ev::SslExtensionPreSharedKeyClientHello {
                    c,
                    is_client,
                    identities: ListOf(identities),
                    binders: ListOf(binders),
                });
            }
            Extension::PskChoice(selected) => {
                cx.event(|c| ev::SslExtensionPreSharedKeyServerHello {
                    c,
                    is_client,
                    selected_identity: u64::from(*selected),
                });
            }
            Extension::ConnectionId(cid) => {
                cx.event(|c| ev::SslExtensionConnectionId { c, is_client, cid });
            }
            Extension::Opaque => {}
        }
        Ok(())
    }
}
