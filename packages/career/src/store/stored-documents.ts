import type { SqliteDatabase } from '@quadrivium/ledger';
import type { DocumentRow } from '../domain/document-row.js';

type Made = Pick<DocumentRow, 'document_id' | 'opportunity_id' | 'profile_id' | 'kind' | 'made_at'>;

/** The files of tailored documents, as they were made. */
export class StoredDocuments {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  put(made: Made, file: { readonly format: string; readonly name: string; readonly bytes: Uint8Array }): void {
    this.#database
      .prepare('INSERT INTO career_documents VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        made.document_id,
        file.format,
        file.name,
        made.opportunity_id,
        made.profile_id,
        made.kind,
        made.made_at,
        file.bytes,
      );
  }

  /** Newest first. */
  list(): DocumentRow[] {
    return this.#database
      .prepare(
        `SELECT document_id, format, name, opportunity_id, profile_id, kind, made_at FROM career_documents
         ORDER BY made_at DESC, document_id DESC, format`,
      )
      .all() as unknown as DocumentRow[];
  }

  bytes(documentId: string, format: string): Uint8Array | undefined {
    const row = this.#database
      .prepare('SELECT bytes FROM career_documents WHERE document_id = ? AND format = ?')
      .get(documentId, format);
    return row && Uint8Array.from(row.bytes as Uint8Array);
  }
}
