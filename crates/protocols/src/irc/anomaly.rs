//! Violations of IRC that are reported as weirds.

wire::anomalies! {
    /// A line that violates RFC 1459 or 2812.
    pub enum Anomaly from "IRC" {
        /// A line of more than 512 bytes.
        LineTooLong => "irc_line_size_exceeded",
        /// A line of fewer than three bytes.
        LineTooShort => "irc_line_too_short",
        /// A prefix without a command.
        InvalidLine => "irc_invalid_line",
        /// A reply whose number does not have three digits.
        InvalidReplyNumber => "irc_invalid_reply_number",
        /// A command of more than 20 bytes.
        InvalidCommand => "irc_invalid_command",
        /// More than 20 commands of more than 20 bytes.
        TooManyInvalid => "irc_too_many_invalid",
        /// Reply 353 (to NAMES) with too few parameters.
        Names => "irc_invalid_names_line",
        /// Reply 266 with too few parameters.
        GlobalUsers => "invalid_irc_global_users_reply",
        /// Reply 311 with too few parameters.
        WhoisUser => "irc_invalid_whois_user_line",
        /// Reply 313 with too few parameters.
        WhoisOperator => "irc_invalid_whois_operator_line",
        /// Reply 319 with too few parameters.
        WhoisChannel => "irc_invalid_whois_channel_line",
        /// Reply 332 without a topic.
        Topic => "irc_invalid_topic_reply",
        /// Reply 352 (to WHO) with too few parameters.
        WhoLine => "irc_invalid_who_line",
        /// PRIVMSG without a text.
        Privmsg => "irc_invalid_privmsg_message_format",
        /// A DCC offer with too few or too many parameters.
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
        /// WHO with too many parameters.
        Who => "irc_invalid_who_message_format",
        /// WHOIS without parameters or with too many.
        Whois => "irc_invalid_whois_message_format",
        /// INVITE without user and channel.
        Invite => "irc_invalid_invite_message_format",
        /// MODE without parameters.
        Mode => "irc_invalid_mode_message_format",
        /// The receiver's acknowledgements in a DCC SEND are not a multiple of four bytes.
        DccAck => "irc_invalid_dcc_send_ack",
    }
}
