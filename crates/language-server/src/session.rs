//! The conversation with an editor: documents that open, change and close, and requests about them.
use crate::documents::Document;
use crate::{Checked, Scripts, messages, places, requests};
use anyhow::{Context, Result};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{
    Completion, DocumentSymbolRequest, Formatting, GotoDefinition, HoverRequest, PrepareRenameRequest,
    References, Rename, Request as _, ResolveCompletionItem,
};
use lsp_types::{
    CompletionItem, CompletionOptions, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, HoverProviderCapability, InitializeParams, OneOf, PublishDiagnosticsParams,
    RenameOptions, ServerCapabilities, TextDocumentPositionParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, Uri, WorkspaceEdit,
};
use serde_json::Value;
use serde_json::json;
use std::collections::HashMap;

/// Answers an editor until it says `exit`.
///
/// # Errors
/// The editor breaks the protocol, or the connection ends without `shutdown`.
pub fn serve(connection: &Connection, scripts: &mut dyn Scripts) -> Result<()> {
    let params =
        connection.initialize(serde_json::to_value(capabilities())?).context("the editor's greeting")?;
    let params: InitializeParams = serde_json::from_value(params).context("the editor's greeting")?;
    Session::new(connection, scripts, folder(&params)).run()
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: Some(vec!["$".to_owned(), ":".to_owned()]),
            ..CompletionOptions::default()
        }),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: lsp_types::WorkDoneProgressOptions::default(),
        })),
        ..ServerCapabilities::default()
    }
}

/// The folder that the editor has open.
fn folder(params: &InitializeParams) -> Option<String> {
    let first = params.workspace_folders.as_ref().and_then(|f| f.first()).map(|f| &f.uri);
    #[expect(deprecated, reason = "older editors send nothing else")]
    let root = first.or(params.root_uri.as_ref());
    root.and_then(places::path)
}

/// A conversation.
pub struct Session<'a> {
    connection: &'a Connection,
    scripts: &'a mut dyn Scripts,
    folder: Option<String>,
    /// The index of the folder; made when it is first needed, and anew after a file was saved.
    whole: Option<Checked>,
    open: HashMap<String, Document>,
    /// The document of the last completion, whose suggestions may be asked about.
    suggested: Option<String>,
}

impl<'a> Session<'a> {
    /// A conversation about the scripts below `folder`.
    pub fn new(connection: &'a Connection, scripts: &'a mut dyn Scripts, folder: Option<String>) -> Self {
        Session { connection, scripts, folder, whole: None, open: HashMap::new(), suggested: None }
    }

    /// Answers until the editor says `exit`.
    ///
    /// # Errors
    /// The connection fails.
    pub fn run(mut self) -> Result<()> {
        self.scripts.prepare();
        loop {
            // What is typed while a check runs is checked once, when no message waits any more.
            let message = match self.connection.receiver.try_recv() {
                Ok(message) => message,
                Err(_) => {
                    self.publish()?;
                    match self.connection.receiver.recv() {
                        Ok(message) => message,
                        Err(_) => return Ok(()),
                    }
                }
            };
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request).context("shutdown")? {
                        return Ok(());
                    }
                    let response = self.answer(request);
                    self.connection.sender.send(Message::Response(response)).context("an answer")?;
                }
                Message::Notification(n) => self.take(n),
                Message::Response(_) => {}
            }
        }
    }

    fn take(&mut self, n: Notification) {
        // A notification has no answer: one that cannot be read changes nothing.
        match n.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Ok(p) = serde_json::from_value::<DidOpenTextDocumentParams>(n.params) else { return };
                self.change(p.text_document.uri, p.text_document.text, p.text_document.version);
            }
            DidChangeTextDocument::METHOD => {
                let Ok(p) = serde_json::from_value::<DidChangeTextDocumentParams>(n.params) else { return };
                // Documents are sent whole, so the last change is the text.
                let Some(last) = p.content_changes.into_iter().next_back() else { return };
                self.change(p.text_document.uri, last.text, p.text_document.version);
            }
            DidSaveTextDocument::METHOD => {
                self.whole = None;
                // Documents that load the saved one may be right or wrong now.
                self.open.values_mut().for_each(|d| d.dirty = true);
            }
            DidCloseTextDocument::METHOD => {
                let Ok(p) = serde_json::from_value::<DidCloseTextDocumentParams>(n.params) else { return };
                if let Some(path) = places::path(&p.text_document.uri) {
                    self.scripts.open(&path, None);
                    self.open.remove(&path);
                    self.tell(p.text_document.uri, Vec::new(), None);
                }
            }
            _ => {}
        }
    }

    fn change(&mut self, uri: Uri, text: String, version: i32) {
        let Some(path) = places::path(&uri) else { return };
        self.scripts.open(&path, Some(&text));
        let checked = self.open.remove(&path).and_then(|d| d.checked);
        self.open.insert(path.clone(), Document { uri, path, text, version, dirty: true, checked });
    }

    /// Checks what has changed, and sends the diagnostics.
    fn publish(&mut self) -> Result<()> {
        let dirty: Vec<String> = self.open.values().filter(|d| d.dirty).map(|d| d.path.clone()).collect();
        for path in &dirty {
            self.check(path);
            let Some(document) = self.open.get(path) else { continue };
            let scripts = &mut *self.scripts;
            let found = messages::diagnostics(document, &mut |source| scripts.file(source));
            let (uri, version) = (document.uri.clone(), document.version);
            self.tell(uri, found, Some(version));
            self.scripts.prepare();
        }
        Ok(())
    }

    fn check(&mut self, path: &str) {
        let checked = self.scripts.check(path);
        if let Some(d) = self.open.get_mut(path) {
            d.checked = Some(checked);
            d.dirty = false;
        }
    }

    fn tell(&self, uri: Uri, diagnostics: Vec<lsp_types::Diagnostic>, version: Option<i32>) {
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        let n = Notification::new(PublishDiagnostics::METHOD.to_owned(), params);
        // An editor that hung up is noticed at the next receive.
        drop(self.connection.sender.send(Message::Notification(n)));
    }

    fn answer(&mut self, request: Request) -> Response {
        let id: RequestId = request.id.clone();
        let method = request.method.clone();
        match self.result(&method, request.params) {
            Ok(Some(value)) => Response::new_ok(id, value),
            Ok(None) => {
                Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("{method} is not supported"))
            }
            Err(e) => Response::new_err(id, ErrorCode::RequestFailed as i32, format!("{e:#}")),
        }
    }

    /// The result of a request; `None` for a method that is not known.
    fn result(&mut self, method: &str, params: Value) -> Result<Option<Value>> {
        if method == ResolveCompletionItem::METHOD {
            let item: CompletionItem = serde_json::from_value(params)?;
            let document = self.suggested.as_ref().and_then(|p| self.open.get(p));
            return Ok(Some(json!(requests::documented(item, document))));
        }
        let known = [
            GotoDefinition::METHOD,
            References::METHOD,
            HoverRequest::METHOD,
            Completion::METHOD,
            Rename::METHOD,
            PrepareRenameRequest::METHOD,
            DocumentSymbolRequest::METHOD,
            Formatting::METHOD,
        ];
        if !known.contains(&method) {
            return Ok(None);
        }
        let uri: Uri =
            serde_json::from_value(params.pointer("/textDocument/uri").cloned().unwrap_or_default())
                .context("textDocument.uri")?;
        let path = places::path(&uri).context("only file: URIs are known")?;
        if self.open.get(&path).context("the document is not open")?.dirty {
            self.check(&path);
            // Its diagnostics are still due.
            self.open.entry(path.clone()).and_modify(|d| d.dirty = true);
        }
        if method == References::METHOD && self.whole.is_none() {
            self.whole = self.folder.as_deref().map(|f| self.scripts.check_folder(f));
        }
        let document = self.open.get(&path).context("the document is not open")?;
        let scripts = &mut *self.scripts;
        match method {
            DocumentSymbolRequest::METHOD => return Ok(Some(json!(requests::symbols(document)))),
            Formatting::METHOD => return Ok(Some(json!(requests::layout(document)))),
            _ => {}
        }
        let new_name = params.get("newName").and_then(Value::as_str).map(str::to_owned);
        let at = serde_json::from_value::<TextDocumentPositionParams>(params).context("position")?.position;
        let refused = |why: String| anyhow::anyhow!(why);
        Ok(Some(match method {
            GotoDefinition::METHOD => json!(requests::definition(document, at, scripts)),
            References::METHOD => json!(requests::references(document, self.whole.as_ref(), at, scripts)),
            HoverRequest::METHOD => json!(requests::hover(document, at)),
            Completion::METHOD => {
                self.suggested = Some(path.clone());
                json!(requests::completion(document, at, scripts))
            }
            PrepareRenameRequest::METHOD => json!(requests::renamable(document, at).map_err(refused)?),
            _ => {
                let edits = requests::rename(document, at, new_name.as_deref()).map_err(refused)?;
                #[expect(clippy::mutable_key_type, reason = "the protocol's map is keyed by URIs")]
                let changes = HashMap::from([(document.uri.clone(), edits)]);
                json!(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
            }
        }))
    }
}
