import type { DocumentTexts, ItemLabel } from './document-content.ts'
import { mediaMm, type MediaSize } from './document-kind.ts'
import { barsMark, groupedCode, heightOf, onA4, rule, textMark, type Mark, type Sheet } from './sheet.ts'

/** The label of an item. Bars and dots hold the same code, the item's own, so that either scanner reads it. */
export function itemLabelSheet(label: ItemLabel, texts: DocumentTexts, media: MediaSize): Sheet {
  if (media === '50x30') return { title: titleOf(label, texts), ...mediaMm['50x30'], pages: [small(label)] }
  const sheet: Sheet = { title: titleOf(label, texts), ...mediaMm['100x150'], pages: [large(label, texts)] }
  return media === 'a4' ? onA4(sheet) : sheet
}

function titleOf({ code }: ItemLabel, texts: DocumentTexts): string {
  return `${texts.itemLabel.title} ${code}`
}

function large(label: ItemLabel, texts: DocumentTexts): readonly Mark[] {
  const marginMm = 6
  const widthMm = 88
  const words = texts.itemLabel
  const name = textMark(label.product, {
    xMm: marginMm,
    yMm: 5,
    widthMm,
    maxLines: 3,
    sizeMm: 6.2,
    minSizeMm: 4.6,
    bold: true,
  })
  const facts: readonly (readonly [string, string | null])[] = [
    [words.buybackCode, groupedCode(label.buybackCode)],
    [words.imei, label.imei],
    [words.serialNumber, label.serialNumber],
    [
      label.gradeOf === 'control' ? words.controlledGrade : words.grade,
      label.grade === null ? null : texts.grade[label.grade],
    ],
    [words.stock, [label.warehouse, label.stock].filter((part) => part !== null).join(' - ') || null],
    [words.createdOn, label.createdOn],
  ]
  const barsY = 32
  const factsY = 72
  const matrixMm = 24
  const textMm = widthMm - matrixMm - 4
  const marks: Mark[] = [
    name,
    rule(marginMm, barsY - 4, widthMm),
    barsMark(label.code, { xMm: marginMm, yMm: barsY, widthMm, heightMm: 24 }, 0.5),
    textMark(groupedCode(label.code), {
      xMm: marginMm,
      yMm: barsY + 25.5,
      widthMm,
      maxLines: 1,
      sizeMm: 7,
      minSizeMm: 5,
      bold: true,
      align: 'center',
    }),
    rule(marginMm, factsY - 3.5, widthMm),
    { kind: 'datamatrix', xMm: marginMm + widthMm - matrixMm, yMm: factsY, sizeMm: matrixMm, text: label.code },
  ]
  let yMm = factsY
  for (const [word, value] of facts) {
    if (value === null) continue
    const room = yMm < factsY + matrixMm + 2 ? textMm : widthMm
    const head = textMark(word, { xMm: marginMm, yMm, widthMm: room, maxLines: 1, sizeMm: 3, minSizeMm: 2.4 })
    const body = textMark(value, {
      xMm: marginMm,
      yMm: yMm + 3.8,
      widthMm: room,
      maxLines: 1,
      sizeMm: 4.6,
      minSizeMm: 3,
      bold: true,
    })
    marks.push(head, body)
    yMm += 3.8 + heightOf(body) + 2
  }
  return marks
}

function small(label: ItemLabel): readonly Mark[] {
  const widthMm = 46
  return [
    textMark(label.product, { xMm: 2, yMm: 1.6, widthMm, maxLines: 2, sizeMm: 3, minSizeMm: 2.4, bold: true }),
    barsMark(label.code, { xMm: 2, yMm: 9, widthMm: 33, heightMm: 12 }, 0.25),
    { kind: 'datamatrix', xMm: 37, yMm: 10, sizeMm: 11, text: label.code },
    textMark(groupedCode(label.code), {
      xMm: 2,
      yMm: 22,
      widthMm: 33,
      maxLines: 1,
      sizeMm: 3.2,
      minSizeMm: 2.6,
      bold: true,
      align: 'center',
    }),
    textMark(label.imei ?? label.serialNumber ?? groupedCode(label.buybackCode), {
      xMm: 2,
      yMm: 26,
      widthMm,
      maxLines: 1,
      sizeMm: 2.5,
      minSizeMm: 2.2,
    }),
  ]
}
