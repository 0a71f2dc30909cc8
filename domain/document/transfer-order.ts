import type { IdentificationType } from '../customer/identification-type.ts'
import type { BuybackContent } from './buyback-content.ts'
import { amounts, declaredAnswers, facts, heading, headed, paperMm, productFacts } from './buyback-parts.ts'
import type { DocumentTexts } from './document-content.ts'
import { mediaMm } from './document-kind.ts'
import { createPageFlow, type PageFlow } from './page-flow.ts'
import { caption, place } from './paper-parts.ts'
import { signatureMarks, type SignedWith } from './signature.ts'
import { filled, textMark, type Mark, type Sheet } from './sheet.ts'

/** A transfer order: the buyback, and its terms with every variable replaced. */
export interface TransferOrder extends BuybackContent {
  readonly terms: string
  /** What the seller signed with at a counter; null where the paper is signed by hand. */
  readonly signature: SignedWith | null
  /** By which document the seller is known, and where the money goes; of their numbers only the ends. */
  readonly proof?: SellerProof | null
}

/** What a contract says of its seller beside name and address. */
export interface SellerProof {
  readonly document: {
    readonly type: IdentificationType
    readonly end: string | null
    readonly issuedOn: string | null
    readonly authority: string | null
  } | null
  readonly account: { readonly ibanEnd: string; readonly holder: string | null } | null
}

/** The transfer order of a buyback, once for each copy; each copy has its own page numbers. */
export function transferOrderSheet(order: TransferOrder, texts: DocumentTexts, copies: number): Sheet {
  const words = texts.buyback
  const pages = pagesOf(order, texts)
  const all = Array.from({ length: copies }, (_, copy) =>
    pages.map((marks, page): readonly Mark[] => [
      ...marks,
      ...foot(
        copies === 1 ? '' : filled(words.copy, { copy: copy + 1, copies }),
        filled(texts.package.page, { page: page + 1, pages: pages.length }),
      ),
    ]),
  )
  return { title: `${words.transferOrder} ${order.number}`, ...mediaMm.a4, pages: all.flat() }
}

function pagesOf(order: TransferOrder, texts: DocumentTexts): readonly (readonly Mark[])[] {
  const words = texts.buyback
  const flow = createPageFlow({ topMm: 42, nextTopMm: 18, bottomMm: paperMm.bottom })
  const half = paperMm.width / 2 - 4
  flow.add(36, (yMm) => [
    caption(words.seller, paperMm.margin, yMm, half),
    ...place(order.customer, address(paperMm.margin, yMm, half)),
    caption(words.buyer, paperMm.margin + half + 8, yMm, half),
    ...place(
      { name: order.buyer.name, lines: buyerLines(order, texts) },
      address(paperMm.margin + half + 8, yMm, half),
    ),
  ])
  proofOf(flow, order, texts)
  heading(flow, texts.package.product)
  productFacts(flow, order, texts)
  facts(flow, [
    [words.date, order.createdOn],
    [words.store, order.store?.name ?? null],
  ])
  declaredAnswers(flow, order, texts)
  heading(flow, words.price)
  amounts(flow, [
    ...(order.estimate === null ? [] : [[words.estimate, order.estimate] as const]),
    ...order.impacts.map(({ label, amount }) => [label, amount] as const),
    [words.total, order.total],
  ])
  flow.gap(1.5)
  facts(flow, [[words.payment, order.paymentLabel]])
  heading(flow, words.terms)
  flow.text(order.terms, { xMm: paperMm.margin, widthMm: paperMm.width, sizeMm: 3.2 })
  flow.gap(2)
  flow.add(32, (yMm) => [
    ...signature(words.signSeller, paperMm.margin, yMm, half),
    ...(order.signature === null ? [] : signatureMarks(order.signature, insideBox(paperMm.margin, yMm, half))),
    ...signature(words.signBuyer, paperMm.margin + half + 8, yMm, half),
  ])
  return headed(words.transferOrder, order, texts, flow.pages())
}

function proofOf(flow: PageFlow, { proof }: TransferOrder, { buyback: words }: DocumentTexts): void {
  const { document = null, account = null } = proof ?? {}
  const ended = (end: string): string => `•••• ${end}`
  const said =
    document === null
      ? []
      : [
          [words.identification[document.type], document.end === null ? '' : ended(document.end)]
            .filter((text) => text !== '')
            .join(' '),
          ...(document.issuedOn === null ? [] : [filled(words.issuedOn, { date: document.issuedOn })]),
          ...(document.authority === null ? [] : [document.authority]),
        ]
  facts(flow, [
    [words.identityDocument, said.join(', ')],
    [
      words.account,
      account === null ? null : [`IBAN ${ended(account.ibanEnd)}`, account.holder].filter(Boolean).join(', '),
    ],
  ])
}

function buyerLines({ buyer }: TransferOrder, { buyback: words }: DocumentTexts): readonly string[] {
  return [
    ...buyer.lines,
    ...(buyer.siret === null ? [] : [filled(words.siret, { siret: buyer.siret })]),
    ...(buyer.capital === null ? [] : [filled(words.capital, { capital: buyer.capital })]),
  ]
}

function address(xMm: number, yMm: number, widthMm: number) {
  return { xMm, yMm: yMm + 4.5, widthMm, heightMm: 31, sizeMm: 4.2, minSizeMm: 3 }
}

function signature(word: string, xMm: number, yMm: number, widthMm: number): readonly Mark[] {
  return [
    textMark(word, { xMm: xMm + 2, yMm: yMm + 2, widthMm: widthMm - 4, maxLines: 2, sizeMm: 3.2, minSizeMm: 2.4 }),
    { kind: 'box', xMm, yMm, widthMm, heightMm: 30 },
  ]
}

/** Below the words of a box for a signature. */
function insideBox(xMm: number, yMm: number, widthMm: number) {
  return { xMm: xMm + 3, yMm: yMm + 10.5, widthMm: widthMm - 6, heightMm: 18 }
}

function foot(copy: string, page: string): readonly Mark[] {
  const room = { yMm: 286, maxLines: 1, sizeMm: 3, minSizeMm: 2.4 }
  const half = paperMm.width / 2 - 2
  return [
    ...(copy === '' ? [] : [textMark(copy, { ...room, xMm: paperMm.margin, widthMm: half })]),
    textMark(page, { ...room, xMm: paperMm.margin + half + 4, widthMm: half, align: 'end' }),
  ]
}
