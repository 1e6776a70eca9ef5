//! Writes protocol-buffer messages: ONNX files consist of them.

/// A message under construction.
#[derive(Clone, Default, Debug)]
pub struct Message(Vec<u8>);

impl Message {
    /// Adds a number.
    pub fn number(&mut self, field: u32, value: u64) -> &mut Message {
        self.key(field, 0);
        self.varint(value);
        self
    }

    /// Adds a text.
    pub fn text(&mut self, field: u32, text: &str) -> &mut Message {
        self.bytes(field, text.as_bytes())
    }

    /// Adds bytes.
    pub fn bytes(&mut self, field: u32, bytes: &[u8]) -> &mut Message {
        self.key(field, 2);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        self
    }

    /// Adds a message.
    pub fn message(&mut self, field: u32, message: Message) -> &mut Message {
        self.bytes(field, &message.0)
    }

    /// The bytes of the message.
    pub fn finish(self) -> Vec<u8> {
        self.0
    }

    fn key(&mut self, field: u32, kind: u32) {
        self.varint(u64::from(field << 3 | kind));
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_the_examples_of_the_format() {
        let mut inner = Message::default();
        inner.number(1, 150);
        assert_eq!(inner.clone().finish(), [0x08, 0x96, 0x01]);
        let mut outer = Message::default();
        outer.text(2, "testing").message(3, inner);
        let expected = b"\x12\x07testing\x1a\x03\x08\x96\x01";
        assert_eq!(outer.finish(), expected);
    }
}
