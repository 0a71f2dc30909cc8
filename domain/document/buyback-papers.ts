import type { BuybackContent, ShippingNumber, VoucherContent } from './buyback-content.ts'
import { declaredAnswers, facts, heading, headed, paperMm, productFacts, steps } from './buyback-parts.ts'
import type { DocumentTexts } from './document-content.ts'
import { mediaMm } from './document-kind.ts'
import { createPageFlow } from './page-flow.ts'
import { caption, numberBars, place, value } from './paper-parts.ts'
import { parcelLabel } from './return-label.ts'
import { barsMark, filled, groupedCode, onA4, rule, textMark, type Mark, type Sheet } from './sheet.ts'

/** The sheet that goes with the product: its code large, from whom to where, what was declared, what to do next. */
export function buybackTrackingSheet(content: BuybackContent, texts: DocumentTexts): Sheet {
  const words = texts.buyback
  const flow = createPageFlow({ topMm: 42, nextTopMm: 18, bottomMm: paperMm.bottom })
  const half = paperMm.width / 2 - 4
  const address = { widthMm: half, heightMm: 26, sizeMm: 4.2, minSizeMm: 3 }
  const right = paperMm.margin + half + 8
  flow.add(31, (yMm) => [
    caption(texts.package.from, paperMm.margin, yMm, half),
    ...place(content.store ?? content.customer, { xMm: paperMm.margin, yMm: yMm + 4.5, ...address }),
    caption(texts.package.to, right, yMm, half),
    ...place(content.warehouse, { xMm: right, yMm: yMm + 4.5, ...address }),
  ])
  flow.add(34, (yMm) => [
    { kind: 'box', xMm: paperMm.margin, yMm, widthMm: paperMm.width, heightMm: 33 },
    barsMark(content.number, { xMm: paperMm.margin + 6, yMm: yMm + 4, widthMm: 120, heightMm: 25 }, 0.9),
    { kind: 'datamatrix', xMm: paperMm.margin + paperMm.width - 34, yMm: yMm + 4, sizeMm: 25, text: content.number },
  ])
  heading(flow, texts.package.product)
  productFacts(flow, content, texts)
  facts(flow, [[words.date, content.createdOn]])
  if (content.instructions.length > 0) {
    heading(flow, words.instructions)
    steps(flow, content.instructions)
  }
  declaredAnswers(flow, content, texts)
  flow.gap(4)
  flow.text(words.sheetHint, { xMm: paperMm.margin, widthMm: paperMm.width, sizeMm: 3.4 })
  const pages = headed(words.trackingSheet, content, texts, flow.pages())
  return { title: `${words.trackingSheet} ${content.number}`, ...mediaMm.a4, pages }
}

/** The label of the parcel to the warehouse, to cut out of a sheet that says how. */
export function shippingLabelSheet(content: BuybackContent & ShippingNumber, texts: DocumentTexts): Sheet {
  const words = texts.buyback
  const label = parcelLabel(
    {
      number: content.shippingNumber,
      from: content.store ?? content.customer,
      to: content.warehouse,
      product: content.product,
      measures: content.measures,
      code: content.number,
      createdOn: content.createdOn,
    },
    { title: words.shippingLabel, number: words.shippingNumber, code: words.number, createdOn: words.date },
    texts,
  )
  const flow = createPageFlow({ topMm: 172, nextTopMm: 18, bottomMm: paperMm.bottom })
  if (content.withoutPostage) {
    flow.text(words.withoutPostage, { xMm: 16, widthMm: paperMm.width, sizeMm: 5, bold: true })
    flow.gap(3)
  }
  flow.text(words.labelHint, { xMm: 16, widthMm: paperMm.width, sizeMm: 4 })
  if (content.instructions.length > 0) {
    heading(flow, words.instructions)
    steps(flow, content.instructions)
  }
  const sheet = onA4(label)
  const [first = [], ...rest] = flow.pages()
  return { ...sheet, pages: [[...(sheet.pages[0] ?? []), ...first], ...rest] }
}

/** What the customer takes home from the counter: one label's size, in the corner of a sheet. */
export function receiptSheet(content: BuybackContent, texts: DocumentTexts): Sheet {
  const words = texts.buyback
  const [xMm, widthMm] = [6, 88]
  const facts: readonly (readonly [string, string | null])[] = [
    [texts.itemLabel.imei, content.imei],
    [texts.itemLabel.serialNumber, content.serialNumber],
    [texts.itemLabel.grade, content.grade === null ? null : texts.condition[content.grade]],
    [words.payment, content.paymentLabel],
    [words.store, content.store?.name ?? null],
    [words.date, content.createdOn],
  ]
  const known = facts.filter(([, said]) => said !== null && said !== '')
  const marks: Mark[] = [
    textMark(content.accountName, { ...value(xMm, 6, widthMm), sizeMm: 4, bold: false }),
    textMark(words.receipt, { ...value(xMm, 11.5, widthMm), sizeMm: 6.5 }),
    textMark(content.customer.name, { ...value(xMm, 20.5, widthMm), sizeMm: 4, bold: false }),
    rule(xMm, 27, widthMm),
    textMark(content.product, { ...value(xMm, 29.5, widthMm), maxLines: 2, sizeMm: 5 }),
    ...known.flatMap(([word, said], index) => [
      textMark(word, { ...value(xMm, 43 + index * 6, 34), sizeMm: 3.2, bold: false }),
      textMark(said ?? '', { ...value(xMm + 36, 42.6 + index * 6, widthMm - 36), sizeMm: 3.8, align: 'end' }),
    ]),
    rule(xMm, 80, widthMm),
    textMark(words.total, { ...value(xMm, 83, 50), sizeMm: 3.6, bold: false }),
    textMark(content.total, { ...value(xMm + 50, 81.8, widthMm - 50), sizeMm: 6.5, align: 'end' }),
    rule(xMm, 92, widthMm),
    ...numberBars(content.number, words.number, { xMm, yMm: 95, widthMm, heightMm: 24 }),
    textMark(words.receiptHint, { ...value(xMm, 136, widthMm), maxLines: 2, sizeMm: 3.4, bold: false }),
  ]
  return onA4({ title: `${words.receipt} ${content.number}`, ...mediaMm['100x150'], pages: [marks] })
}

/** A voucher or gift card that the program issued: its worth, its code in letters and as bars, its conditions. */
export function voucherSheet(voucher: VoucherContent, texts: DocumentTexts): Sheet {
  const words = texts.buyback
  const title = voucher.kind === 'voucher' ? words.voucher : words.giftCard
  const card = { xMm: paperMm.margin, yMm: 18, widthMm: paperMm.width, heightMm: 96 }
  const xMm = card.xMm + 8
  const widthMm = card.widthMm - 16
  const marks: Mark[] = [
    { kind: 'box', ...card },
    textMark(voucher.accountName, { ...value(xMm, card.yMm + 7, widthMm / 2), sizeMm: 5, bold: false }),
    textMark(title, { ...value(xMm, card.yMm + 14, widthMm / 2), sizeMm: 9, minSizeMm: 5 }),
    caption(words.amount, xMm + widthMm / 2 + 2, card.yMm + 7, widthMm / 2 - 2),
    textMark(voucher.amount, {
      ...value(xMm + widthMm / 2 + 2, card.yMm + 11, widthMm / 2 - 2),
      sizeMm: 14,
      minSizeMm: 6,
    }),
    rule(xMm, card.yMm + 31, widthMm),
    caption(words.code, xMm, card.yMm + 34.5, widthMm),
    textMark(voucher.code.replaceAll(/(.{4})(?=.)/g, '$1 '), {
      ...value(xMm, card.yMm + 39, widthMm),
      sizeMm: 9,
      minSizeMm: 5,
    }),
    barsMark(voucher.code, { xMm, yMm: card.yMm + 54, widthMm, heightMm: 20 }, 0.5),
    textMark(words.keepCode, { ...value(xMm, card.yMm + 78, widthMm), sizeMm: 3.4, bold: false }),
    textMark(filled(words.issuedOn, { date: voucher.issuedOn }), {
      ...value(xMm, card.yMm + 86, widthMm / 2),
      sizeMm: 3.4,
      bold: false,
    }),
    textMark(`${words.number} ${groupedCode(voucher.buybackNumber)}`, {
      ...value(xMm + widthMm / 2, card.yMm + 86, widthMm / 2),
      sizeMm: 3.4,
      bold: false,
      align: 'end',
    }),
  ]
  const flow = createPageFlow({ topMm: 122, nextTopMm: 18, bottomMm: paperMm.bottom })
  if (voucher.conditions !== null) {
    heading(flow, words.conditions)
    flow.text(voucher.conditions, { xMm: paperMm.margin, widthMm: paperMm.width, sizeMm: 3.4 })
  }
  const [first = [], ...rest] = flow.pages()
  return { title: `${title} ${voucher.buybackNumber}`, ...mediaMm.a4, pages: [[...marks, ...first], ...rest] }
}
