//! What can be wrong with IRC.

wire::anomalies! {
    /// A line that violates RFC 1459 and 2812.
    pub enum Anomaly from "IRC" {
        /// More than 512 bytes.
        LineTooLong => "irc_line_size_exceeded",
        /// Fewer than three characters.
        LineTooShort => "irc_line_too_short",
        /// A prefix with nothing behind it.
        InvalidLine => "irc_invalid_line",
        /// A reply whose number has not three digits.
        InvalidReplyNumber => "irc_invalid_reply_number",
        /// A command of more than 20 characters.
        InvalidCommand => "irc_invalid_command",
        /// Too many of those.
        TooManyInvalid => "irc_too_many_invalid",
        /// Too few words in the answer to NAMES.
        Names => "irc_invalid_names_line",
        /// Reply 266 without its parts.
        GlobalUsers => "invalid_irc_global_users_reply",
        /// Too few words in reply 311.
        WhoisUser => "irc_invalid_whois_user_line",
        /// Too few words in reply 313.
        WhoisOperator => "irc_invalid_whois_operator_line",
        /// Too few words in reply 319.
        WhoisChannel => "irc_invalid_whois_channel_line",
        /// A topic without its text.
        Topic => "irc_invalid_topic_reply",
        /// Too few words in the answer to WHO.
        WhoLine => "irc_invalid_who_line",
        /// PRIVMSG without a text.
        Privmsg => "irc_invalid_privmsg_message_format",
        /// An offer of a direct connection with too few or too many words.
        Dcc => "irc_invalid_dcc_message_format",
        /// NOTICE without a text.
        Notice => "irc_invalid_notice_message_format",
        /// SQUERY without a text.
        Squery => "irc_invalid_squery_message_format",
        /// OPER without name and password.
        Oper => "irc_invalid_oper_message_format",
        /// KICK without channel and user.
        Kick => "irc_invalid_kick_message_format",
        /// JOIN without a channel.
        Join => "irc_invalid_join_line",
        /// NJOIN without channel and users.
        Njoin => "irc_invalid_njoin_line",
        /// WHO with too many words.
        Who => "irc_invalid_who_message_format",
        /// WHOIS without or with too many words.
        Whois => "irc_invalid_whois_message_format",
        /// INVITE without user and channel.
        Invite => "irc_invalid_invite_message_format",
        /// MODE without anything.
        Mode => "irc_invalid_mode_message_format",
        /// The acknowledgements of a file's receiver are not a multiple of four bytes.
        DccAck => "irc_invalid_dcc_send_ack",
    }
}
