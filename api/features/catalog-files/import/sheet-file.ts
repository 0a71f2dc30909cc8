import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { fault, type LineFault } from '#domain/catalog-files/import-line.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'

/** A row of a file, no more cells than the head has, fewer where the last say nothing; rows are numbered as a spreadsheet shows them, the head being one. */
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

/** Gathers the rows of a file as they are read, and refuses one that has too many, or whose head is too wide. */
export class SheetRows {
  readonly rows: SheetRow[] = []
  #head: readonly string[] | null = null
  #cells = 0

  get head(): readonly string[] {
    return this.#head ?? []
  }

  get #isTooWide(): boolean {
    return this.head.length > importLimits.columns
  }

  /** Takes a row; false once there is more than may be. */
  add(line: number, cells: readonly string[], faults: readonly LineFault[] = []): boolean {
    if (cells.every((cell) => cell.trim() === '')) return true
    if (this.#head === null) {
      this.#head = withoutEnd(cells)
      return !this.#isTooWide
    }
    const width = this.#head.length
    const surplus = faults.length > 0 ? undefined : cells.slice(width).find((cell) => cell.trim() !== '')
    const beyond = surplus === undefined ? [] : [{ ...fault('LINE_FIELD_COUNT'), value: surplus }]
    // Short rows stay short: filled up to a wide head, a small file would fill the memory.
    const fitted = withoutEnd(cells.slice(0, width))
    this.#cells += fitted.length
    this.rows.push({ line, cells: fitted, faults: [...faults, ...beyond] })
    return this.rows.length <= importLimits.lines && this.#cells <= importLimits.cells
  }

  /** The file, or why it is none that can be imported. */
  done(found: Pick<SheetFile, 'format' | 'encoding' | 'delimiter'>): Result<SheetFile, Failure> {
    if (this.#isTooWide) return refuse('IMPORT_TOO_MANY_COLUMNS', { details: { most: importLimits.columns } })
    // Of a workbook alone: it packs equal cells.
    if (this.#cells > importLimits.cells)
      return refuse('IMPORT_WORKBOOK_TOO_LARGE', { details: { most: importLimits.cells } })
    if (this.rows.length > importLimits.lines)
      return refuse('IMPORT_TOO_MANY_LINES', { details: { most: importLimits.lines } })
    if (this.#head === null) return refuse('IMPORT_FILE_MISSING')
    if (this.rows.length === 0) return refuse('IMPORT_NO_LINES')
    return succeed({ ...found, head: this.#head, rows: this.rows })
  }
}

// Spreadsheets save columns that were once used as empty ones.
function withoutEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}
