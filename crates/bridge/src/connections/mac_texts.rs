//! Link-layer addresses as strings of scripts. A network has few addresses, so their texts are cached.
use net_types::Mac;
use value::Value;

/// The number of cached texts.
const KEPT: usize = 64;

/// The cached texts, each in the slot that its bytes determine.
pub(super) struct MacTexts(Box<[Option<(Mac, Value)>]>);

impl Default for MacTexts {
    fn default() -> Self {
        MacTexts((0..KEPT).map(|_| None).collect())
    }
}

impl MacTexts {
    /// The text of an address, as a string of scripts.
    pub(super) fn text(&mut self, mac: Mac) -> Value {
        let sum = mac.0.iter().fold(0_u8, |sum, byte| sum.rotate_left(1) ^ byte);
        let Some(place) = self.0.get_mut(usize::from(sum) % KEPT) else { return Value::string(mac.text()) };
        match place {
            Some((known, text)) if *known == mac => text.clone(),
            _ => place.insert((mac, Value::string(mac.text()))).1.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_gets_its_own_text_whichever_place_it_shares() {
        let mut texts = MacTexts::default();
        let macs: Vec<Mac> = (0..500_u16).map(|n| Mac([2, 0, 0, (n >> 8) as u8, n as u8, 7])).collect();
        for mac in macs.iter().chain(&macs) {
            assert_eq!(texts.text(*mac).as_string().map(|s| s.to_vec()), Some(mac.to_string().into_bytes()));
        }
    }
}
