import { importLimits } from '#domain/catalog-files/catalog-import.ts'
import { fault, type LineFault } from '#domain/catalog-files/import-line.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { InSteps } from '#domain/catalog-files/import-units.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'
import type { MergedCells } from './workbook-parts.ts'

/** A row of a file, no more cells than the head has, fewer where the last say nothing; rows are numbered as a spreadsheet shows them, the head being one. */
export interface SheetRow {
  readonly line: number
  readonly cells: readonly string[]
  /** What was wrong with the row when it was read. */
  readonly faults: readonly LineFault[]
  /** Cells, from 0, whose number has more decimals than an amount: none of them divides thousands. */
  readonly fine: readonly number[]
}

/** A file of the catalog, of whatever format: its head, and its rows that say something. */
export interface SheetFile extends Pick<
  CheckedFile,
  'format' | 'encoding' | 'delimiter' | 'sheet' | 'sheets' | 'head_line' | 'hidden_lines'
> {
  readonly head: readonly string[]
  readonly rows: readonly SheetRow[]
}

/** Whether a row names columns by which lines are found. */
export type IsHead = (cells: readonly string[]) => boolean

/** How many cells and rows below its head a file may have. */
interface SheetLimits {
  readonly cells: number
  readonly lines: number
}

/** Rows in which a head is looked for: titles and dates stand above it, and nothing else. */
export const headRows = 20
/** Rows that merged cells may touch together: those of the longest list in several columns. */
const mostMerged = 1_000_000

/** What else is known of a row. */
interface RowFacts {
  readonly faults?: readonly LineFault[]
  readonly fine?: readonly number[]
  readonly isHidden?: boolean
}

const none: readonly never[] = []

/** Stands between the cells of a row that are kept as one text; a row that has it itself is kept as it is. */
const divider = '\u001F'

/** A row whose cells are kept as one text: a list of short texts takes several times the memory, and files are long. */
class GatheredRow implements SheetRow {
  readonly line: number
  faults: readonly LineFault[]
  fine: readonly number[]
  #kept: string | string[]

  constructor(line: number, cells: string[], { faults, fine }: Pick<SheetRow, 'faults' | 'fine'>) {
    this.line = line
    this.faults = faults
    this.fine = fine
    this.#kept = packed(cells)
  }

  get cells(): readonly string[] {
    return typeof this.#kept === 'string' ? this.#kept.split(divider) : this.#kept
  }

  /** The cells as a list that stays: merged cells change many of them one by one. */
  opened(): string[] {
    if (typeof this.#kept === 'string') this.#kept = this.#kept.split(divider)
    return this.#kept
  }
}

function packed(cells: string[]): string | string[] {
  return cells.length === 0 || cells.some((cell) => cell.includes(divider)) ? cells : cells.join(divider)
}

/** Gathers the rows of a file as they are read, and refuses one that has too many, or whose head is too wide. */
export class SheetRows {
  readonly #rows: GatheredRow[] = []
  readonly #isHead: IsHead
  readonly #mostCells: number
  readonly #mostLines: number
  /** Rows before it is known which is the head. */
  #above: { readonly line: number; readonly cells: readonly string[]; readonly facts: RowFacts }[] = []
  #head: readonly string[] | null = null
  #headLine = 0
  #fullWidth: number | null = null
  #cells = 0
  #hidden = 0

  constructor(isHead: IsHead, { cells, lines }: Partial<SheetLimits> = {}) {
    this.#isHead = isHead
    this.#mostCells = cells ?? importLimits.cells
    this.#mostLines = lines ?? importLimits.lines
  }

  get rows(): readonly SheetRow[] {
    return this.#rows
  }

  /** Whether no row has come yet that says something. */
  get isEmpty(): boolean {
    return this.#head === null && this.#above.length === 0
  }

  /** Cells of the head, empty ones behind its last name among them; null while it is looked for. */
  get fullWidth(): number | null {
    return this.#fullWidth
  }

  get #isTooWide(): boolean {
    return (this.#head?.length ?? 0) > importLimits.columns
  }

  /** Takes a row; false once there is more than may be. */
  add(line: number, cells: readonly string[], facts: RowFacts = {}): boolean {
    if (cells.every((cell) => cell.trim() === '')) return true
    if (this.#head !== null) return this.#take(line, cells, facts)
    if (this.#isHead(cells)) {
      this.#above = []
      return this.#begin(line, cells)
    }
    this.#above.push({ line, cells, facts })
    return this.#above.length < headRows || this.#beginWithFirst()
  }

  // No row has the names by which lines are found: the first one has those that a person may say something of.
  #beginWithFirst(): boolean {
    const [first, ...others] = this.#above
    this.#above = []
    if (first === undefined || !this.#begin(first.line, first.cells)) return false
    return others.every(({ line, cells, facts }) => this.#take(line, cells, facts))
  }

  #begin(line: number, cells: readonly string[]): boolean {
    this.#head = withoutEnd(cells)
    this.#headLine = line
    this.#fullWidth = cells.length
    return !this.#isTooWide
  }

  #take(line: number, cells: readonly string[], { faults = none, fine = none, isHidden = false }: RowFacts): boolean {
    const width = this.#head?.length ?? 0
    const surplus = faults.length > 0 ? undefined : cells.slice(width).find((cell) => cell.trim() !== '')
    const beyond = surplus === undefined ? none : [{ ...fault('LINE_FIELD_COUNT'), value: surplus }]
    // Short rows stay short: filled up to a wide head, a small file would fill the memory.
    const fitted = withoutEnd(cells.slice(0, width))
    this.#cells += fitted.length
    if (isHidden) this.#hidden += 1
    const told = beyond.length === 0 ? faults : [...faults, ...beyond]
    this.#rows.push(new GatheredRow(line, fitted, { faults: told.length === 0 ? none : told, fine }))
    return this.#rows.length <= this.#mostLines && this.#cells <= this.#mostCells
  }

  /**
   * Spreads cells that a spreadsheet shows as one, a row a step. Down a column, each row says what the first does, as it
   * looks; across columns nobody can say of which the value is, so that their rows are left out. False as soon as there is
   * more than may be: few bytes of a file say much.
   */
  *merge(merged: readonly MergedCells[]): InSteps<boolean> {
    let touched = 0
    const width = this.#head?.length ?? 0
    for (const { top, bottom, left, right } of merged) {
      yield
      if (top <= this.#headLine || left >= width) continue
      const at = this.#placeOf(top)
      const first = this.#rows[at]
      if (first?.line !== top) continue
      const [said, isFinerThanCents] = [first.opened()[left] ?? '', first.fine.includes(left)]
      if (said.trim() === '') continue
      const isAcross = right > left && left + 1 < width
      for (let next = at; next < this.#rows.length && this.#rows[next]!.line <= bottom; next++) {
        if ((touched += 1) > mostMerged) return false
        const row = this.#rows[next]!
        if (isAcross) leaveOut(row, said)
        else if (row !== first) this.#fill(row, left, { said, isFinerThanCents })
        if (this.#cells > this.#mostCells) return false
        yield
      }
    }
    return true
  }

  #fill(
    row: GatheredRow,
    at: number,
    { said, isFinerThanCents }: { readonly said: string; readonly isFinerThanCents: boolean },
  ): void {
    const cells = row.opened()
    if ((cells[at] ?? '').trim() !== '') return
    this.#cells += Math.max(0, at + 1 - cells.length)
    while (cells.length < at) cells.push('')
    cells[at] = said
    if (isFinerThanCents && !row.fine.includes(at)) row.fine = [...row.fine, at]
  }

  /** Where the first row stands from a line on. */
  #placeOf(line: number): number {
    let [low, high] = [0, this.#rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#rows[middle]!.line < line) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The file, or why it is none that can be imported. */
  done(found: Pick<SheetFile, 'format' | 'encoding' | 'delimiter' | 'sheet' | 'sheets'>): Result<SheetFile, Failure> {
    if (this.#head === null) this.#beginWithFirst()
    if (this.#isTooWide) return refuse('IMPORT_TOO_MANY_COLUMNS', { details: { most: importLimits.columns } })
    // Of a workbook alone: it packs equal cells.
    if (this.#cells > this.#mostCells)
      return refuse('IMPORT_WORKBOOK_TOO_LARGE', { details: { most: this.#mostCells } })
    if (this.#rows.length > this.#mostLines)
      return refuse('IMPORT_TOO_MANY_LINES', { details: { most: this.#mostLines } })
    if (this.#head === null) return refuse('IMPORT_FILE_MISSING')
    if (this.#rows.length === 0) return refuse('IMPORT_NO_LINES')
    const [head_line, hidden_lines] = [this.#headLine, this.#hidden]
    return succeed({ ...found, head_line, hidden_lines, head: this.#head, rows: this.#rows })
  }
}

// Spreadsheets save columns that were once used as empty ones.
function withoutEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}

function leaveOut(row: GatheredRow, said: string): void {
  const told = fault('LINE_CELLS_MERGED')
  if (!row.faults.some(({ code }) => code === told.code)) row.faults = [...row.faults, { ...told, value: said }]
}
