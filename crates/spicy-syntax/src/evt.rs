//! Placeholder for attachments.
