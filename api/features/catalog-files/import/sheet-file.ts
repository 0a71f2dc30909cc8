import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { fault, type LineFault } from '#domain/catalog-files/import-line.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'

/** A row of a file, as many cells as the head has; rows are numbered as a spreadsheet shows them, the head being one. */
export interface SheetRow {
  readonly line: number
  readonly cells: readonly string[]
  /** What was wrong with the row when it was read. */
  readonly faults: readonly LineFault[]
}

/** A file of the catalog, of whatever format: its head, and its rows that say something. */
export interface SheetFile extends Pick<CheckedFile, 'format' | 'encoding' | 'delimiter'> {
  readonly head: readonly string[]
  readonly rows: readonly SheetRow[]
}

/** Gathers the rows of a file as they are read, and refuses one that has too many. */
export class SheetRows {
  readonly rows: SheetRow[] = []
  #head: readonly string[] | null = null

  get head(): readonly string[] {
    return this.#head ?? []
  }

  /** Takes a row; false once there are more than may be. */
  add(line: number, cells: readonly string[], faults: readonly LineFault[] = []): boolean {
    if (cells.every((cell) => cell.trim() === '')) return true
    if (this.#head === null) {
      this.#head = withoutEnd(cells)
      return true
    }
    const width = this.#head.length
    const surplus = faults.length > 0 ? undefined : cells.slice(width).find((cell) => cell.trim() !== '')
    const beyond = surplus === undefined ? [] : [{ ...fault('LINE_FIELD_COUNT'), value: surplus }]
    const fitted = Array.from({ length: width }, (_, at) => cells[at] ?? '')
    this.rows.push({ line, cells: fitted, faults: [...faults, ...beyond] })
    return this.rows.length <= importLimits.lines
  }

  /** The file, or why it is none that can be imported. */
  done(found: Pick<SheetFile, 'format' | 'encoding' | 'delimiter'>): Result<SheetFile, Failure> {
    if (this.rows.length > importLimits.lines)
      return refuse('IMPORT_TOO_MANY_LINES', { details: { most: importLimits.lines } })
    if (this.#head === null) return refuse('IMPORT_FILE_MISSING')
    if (this.rows.length === 0) return refuse('IMPORT_NO_LINES')
    return succeed({ ...found, head: this.#head, rows: this.rows })
  }
}

// Spreadsheets save columns that were once used as empty ones.
function withoutEnd(head: readonly string[]): readonly string[] {
  return head.slice(0, head.findLastIndex((name) => name.trim() !== '') + 1)
}
