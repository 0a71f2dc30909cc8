import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { SecretSealer } from '#api/db/customer-secrets.ts'
import type { Tables } from '#api/db/tables.ts'
import { isCarried } from '#domain/circuit/circuit-carrier.ts'
import { paperDue } from '#domain/document/buyback-document.ts'
import { receiptSheet } from '#domain/document/buyback-receipt.ts'
import { buybackTrackingSheet } from '#domain/document/buyback-tracking-sheet.ts'
import { shippingLabelSheet } from '#domain/document/shipping-label.ts'
import { voucherSheet } from '#domain/document/voucher.ts'
import type { Sheet } from '#domain/document/sheet.ts'
import { shippingLabelDigits, shippingLabelNumber } from '#domain/document/shipping-number.ts'
import { transferOrderSheet, type TransferOrder } from '#domain/document/transfer-order.ts'
import { fillTransferOrderTerms } from '#domain/document/transfer-order-terms.ts'
import { readBuybackContent, readVoucher, type ReadContent } from './buyback-content-queries.ts'
import { keepShippingNumber, readPaperFacts, type ClaimedDocument } from './buyback-document-queries.ts'
import { documentTexts } from './document-texts.ts'
import { transliteratedContent } from './transliterated-content.ts'
import { readSellerProof } from './read-seller-proof.ts'
import { readSignature } from './read-signature.ts'

/** A paper that was laid out, and the names in its text that are no variables. */
export interface LaidOutDocument {
  readonly sheet: Sheet
  readonly unknownVariables: readonly string[]
}

/** Lays a taken paper out; null where it is not due any more, because the buyback has ended since it was asked for. */
export async function layOutDocument(
  tx: Transaction<Tables>,
  vault: SecretSealer,
  claimed: ClaimedDocument,
): Promise<LaidOutDocument | null> {
  const { accountId, buybackId, kind } = claimed
  const facts = (await readPaperFacts(tx, { accountId, buybackIds: [buybackId] })).get(buybackId)
  const read = transliteratedContent(await readBuybackContent(tx, claimed))
  if (facts === undefined || read === null || paperDue(kind, facts) !== 'now') return null
  const { content, circuitType, reader } = read
  const texts = documentTexts[reader.language]
  switch (kind) {
    case 'transfer_order':
      return transferOrder(read, {
        signature: await readSignature(tx, vault, claimed),
        proof: transliteratedContent(await readSellerProof(tx, vault, claimed, reader)),
      })
    case 'tracking_sheet':
      return whole(buybackTrackingSheet(content, texts))
    case 'shipping_label': {
      const drawn = Array.from({ length: shippingLabelDigits }, () => randomInt(10)).join('')
      const shippingNumber = await keepShippingNumber(tx, claimed, shippingLabelNumber(drawn))
      const withoutPostage = isCarried(circuitType)
      return whole(shippingLabelSheet({ ...content, shippingNumber, withoutPostage }, texts))
    }
    case 'receipt':
      return whole(receiptSheet(content, texts))
    case 'voucher':
    case 'gift_card': {
      const voucher = transliteratedContent(await readVoucher(tx, claimed, kind, reader))
      if (voucher === null) return null
      const { accountName, number } = content
      return whole(voucherSheet({ kind, accountName, buybackNumber: number, ...voucher }, texts))
    }
  }
}

function transferOrder(
  { content, terms, variables, copies, reader }: ReadContent,
  seller: Pick<TransferOrder, 'signature' | 'proof'>,
): LaidOutDocument {
  const { text, unknown } = fillTransferOrderTerms(terms, variables)
  const sheet = transferOrderSheet({ ...content, terms: text, ...seller }, documentTexts[reader.language], copies)
  return { sheet, unknownVariables: unknown }
}

function whole(sheet: Sheet): LaidOutDocument {
  return { sheet, unknownVariables: [] }
}
