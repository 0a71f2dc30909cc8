import {
  answerIndex,
  commandCode,
  digitOf,
  scanCommands,
  stationOf,
  stockCode,
  type ScanCommand,
} from '../item/resolve-code.ts'
import type { CommandSheet, DocumentTexts, StationName } from './document-content.ts'
import { mediaMm } from './document-kind.ts'
import { barsMark, filled, textMark, type Mark, type Sheet } from './sheet.ts'

const marginMm = 14
const widthMm = mediaMm.a4.widthMm - 2 * marginMm
const bottomMm = mediaMm.a4.heightMm - 14
const buttonMm = { width: widthMm / 2, height: 31 }
const stockMm = 30
const stationPrefix = 'GO:'

/** Buttons by the stations where they do something, in the order of the sheet; those of no station do so everywhere. */
const buttonGroups: readonly {
  readonly stations: readonly StationName[]
  readonly commands: readonly ScanCommand[]
}[] = [
  { stations: [], commands: ['CONFIRM', 'CANCEL', 'UNDO', 'NEXT'] },
  { stations: ['CHECKIN', 'MOVE', 'COUNT'], commands: ['END'] },
  { stations: ['TEST'], commands: ['ASIDE'] },
  { stations: ['STEPS'], commands: ['START', 'PAUSE'] },
  { stations: ['PACK'], commands: ['LABEL', 'PACKAGE', 'DESTINATION'] },
]

const warehouseOnly: readonly ScanCommand[] = ['ASIDE']
const storeStations: readonly ScanCommand[] = ['GO:PACK', 'GO:TRAY']

/** What a store works with: of the stations it has the expedition and the tray, and it tests nothing. */
export const storeCommands: readonly ScanCommand[] = scanCommands.filter(
  (command) => storeStations.includes(command) || (stationOf(command) === null && !warehouseOnly.includes(command)),
)

/** Name of a command in the words of a language. */
export function commandName(command: ScanCommand, texts: DocumentTexts['commandSheet']): string {
  if (answerIndex(command) !== null) return filled(texts.answer, { letter: command })
  if (digitOf(command) !== null) return command
  const station = stationOf(command)
  return station === null
    ? texts.command[command as keyof typeof texts.command]
    : texts.station[station.slice(stationPrefix.length) as keyof typeof texts.station]
}

/**
 * The sheet of barcodes that work without touching the screen (issue, scan-only work). Codes of one kind stand apart
 * from each other, so that a scanner's beam meets one of them only.
 */
export function commandSheetPages(sheet: CommandSheet, documentTexts: DocumentTexts): Sheet {
  const texts = documentTexts.commandSheet
  const answers = sheet.commands.filter((command) => answerIndex(command) !== null)
  const digits = sheet.commands.filter((command) => digitOf(command) !== null)
  const stations = sheet.commands.filter((command) => stationOf(command) !== null)
  const others = new Set([...answers, ...digits, ...stations])
  const buttons = sheet.commands.filter((command) => !others.has(command))
  const pages: Mark[][] = []
  let page: Mark[] = []
  let yMm = 0

  const begin = (): void => {
    page = [
      textMark(`${texts.title} - ${sheet.place}`, {
        xMm: marginMm,
        yMm: 10,
        widthMm,
        maxLines: 1,
        sizeMm: 6,
        minSizeMm: 4,
        bold: true,
      }),
      textMark(texts.hint, { xMm: marginMm, yMm: 18.5, widthMm, maxLines: 1, sizeMm: 3.2, minSizeMm: 2.4 }),
    ]
    pages.push(page)
    yMm = 27
  }
  const section = (name: string, rowMm: number): void => {
    if (yMm + 8 + rowMm > bottomMm) begin()
    page.push(textMark(name, { xMm: marginMm, yMm, widthMm, maxLines: 1, sizeMm: 4.2, minSizeMm: 3, bold: true }))
    yMm += 7
  }
  const grid = (commands: readonly ScanCommand[]): void => {
    for (const [index, command] of commands.entries()) {
      const column = index % 2
      if (column === 0 && yMm + buttonMm.height > bottomMm) begin()
      page.push(...button(command, marginMm + column * buttonMm.width, yMm, texts))
      if (column === 1 || index === commands.length - 1) yMm += buttonMm.height
    }
    yMm += 2
  }

  const nameOf = (stations: readonly StationName[]): string =>
    stations.length === 0 ? texts.buttons : stations.map((station) => texts.station[station]).join(' · ')
  const kinds = [
    ...buttonGroups.map(
      ({ stations: at, commands }) => [nameOf(at), buttons.filter((command) => commands.includes(command))] as const,
    ),
    [texts.answers, answers],
    [texts.digits, digits],
    [texts.stations, stations],
  ] as const

  begin()
  for (const [name, commands] of kinds) {
    if (commands.length === 0) continue
    // A group of two rows stays together.
    section(name, Math.min(Math.ceil(commands.length / 2), 2) * buttonMm.height)
    grid(commands)
  }
  if (sheet.stocks.length > 0) section(texts.stocks, stockMm)
  for (const stock of sheet.stocks) {
    if (yMm + stockMm > bottomMm) begin()
    page.push(
      { kind: 'box', xMm: marginMm, yMm, widthMm, heightMm: stockMm - 2 },
      textMark(stock.location === null ? stock.name : `${stock.name} - ${stock.location}`, {
        xMm: marginMm + 4,
        yMm: yMm + 2,
        widthMm: widthMm - 8,
        maxLines: 1,
        sizeMm: 4.6,
        minSizeMm: 3,
        bold: true,
      }),
      barsMark(stockCode(stock.id), { xMm: marginMm + 4, yMm: yMm + 9.5, widthMm: 146, heightMm: 15 }, 0.28),
      { kind: 'datamatrix', xMm: marginMm + widthMm - 23, yMm: yMm + 7.5, sizeMm: 18, text: stockCode(stock.id) },
    )
    yMm += stockMm
  }
  return { title: texts.title, ...mediaMm.a4, pages }
}

function button(command: ScanCommand, xMm: number, yMm: number, texts: DocumentTexts['commandSheet']): readonly Mark[] {
  const inner = buttonMm.width - 6
  return [
    { kind: 'box', xMm, yMm, widthMm: buttonMm.width - 2, heightMm: buttonMm.height - 2 },
    textMark(commandName(command, texts), {
      xMm: xMm + 3,
      yMm: yMm + 2,
      widthMm: inner - 2,
      maxLines: 1,
      sizeMm: 5,
      minSizeMm: 3.4,
      bold: true,
    }),
    barsMark(commandCode(command), { xMm: xMm + 3, yMm: yMm + 10, widthMm: inner - 2, heightMm: 16 }, 0.38),
  ]
}
