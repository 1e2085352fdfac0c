/** Dialogs of documents lie above the view of a record and the panel beside a list, and below questions and errors. */
export const DOCUMENT_LAYER = 310;
