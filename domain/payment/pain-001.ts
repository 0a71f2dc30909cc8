import { latinLetters } from '../kernel/latin-letters.ts'
import { usesGermanTransliteration } from '../kernel/sepa-countries.ts'

/** One bank transfer of a file. Amounts are integer cents. */
export interface Transfer {
  /** Names the transfer from end to end; at most 35 characters. */
  readonly endToEndId: string
  readonly amountCents: number
  readonly payeeName: string
  readonly payeeIban: string
  /** The payee's bank; null where the scheme finds it by the IBAN. */
  readonly payeeBic: string | null
  /** What the payee reads on the statement. */
  readonly text: string
}

/** A file of bank transfers from one account. */
export interface TransferFile {
  /** At most 35 characters. */
  readonly messageId: string
  readonly createdAt: Date
  /** `YYYY-MM-DD`. */
  readonly executeOn: string
  readonly payer: {
    readonly name: string
    readonly iban: string
    readonly bic: string | null
    readonly town: string
    /** ISO 3166 alpha-2. */
    readonly country: string
  }
  readonly transfers: readonly Transfer[]
}

/**
 * A file of SEPA credit transfers, ISO 20022 pain.001.001.09. The payer's address is structured (town and country);
 * payees have none, which the scheme allows where an unstructured address is refused.
 */
export function painFile(file: TransferFile): string {
  const { payer, transfers } = file
  const count = String(transfers.length)
  const sum = euros(transfers.reduce((total, { amountCents }) => total + amountCents, 0))
  const agent = payer.bic === null ? el('Othr', el('Id', 'NOTPROVIDED')) : el('BICFI', payer.bic)
  const header = el(
    'GrpHdr',
    el('MsgId', sepaId(file.messageId)),
    el('CreDtTm', `${file.createdAt.toISOString().slice(0, 19)}Z`),
    el('NbOfTxs', count),
    el('CtrlSum', sum),
    el('InitgPty', el('Nm', nameOf(payer.name))),
  )
  const instruction = el(
    'PmtInf',
    el('PmtInfId', sepaId(file.messageId)),
    el('PmtMtd', 'TRF'),
    el('NbOfTxs', count),
    el('CtrlSum', sum),
    el('PmtTpInf', el('SvcLvl', el('Cd', 'SEPA'))),
    el('ReqdExctnDt', el('Dt', file.executeOn)),
    el(
      'Dbtr',
      el('Nm', nameOf(payer.name)),
      el('PstlAdr', el('TwnNm', nameOf(payer.town, 35)), el('Ctry', payer.country)),
    ),
    el('DbtrAcct', el('Id', el('IBAN', payer.iban))),
    el('DbtrAgt', el('FinInstnId', agent)),
    el('ChrgBr', 'SLEV'),
    ...transfers.map(transferElement),
  )
  const root = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">'
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}${el('CstmrCdtTrfInitn', header, instruction)}</Document>\n`
}

function transferElement(transfer: Transfer): string {
  const id = sepaId(transfer.endToEndId)
  // The scheme asks for a text in any case.
  const text = sepaText(transfer.text, 140) || id
  return el(
    'CdtTrfTxInf',
    el('PmtId', el('EndToEndId', id)),
    el('Amt', `<InstdAmt Ccy="EUR">${euros(transfer.amountCents)}</InstdAmt>`),
    ...(transfer.payeeBic === null ? [] : [el('CdtrAgt', el('FinInstnId', el('BICFI', transfer.payeeBic)))]),
    el('Cdtr', el('Nm', nameOf(transfer.payeeName))),
    el('CdtrAcct', el('Id', el('IBAN', transfer.payeeIban))),
    el('RmtInf', el('Ustrd', text)),
  )
}

/**
 * A text in the characters that every bank of SEPA takes, cut to a length; empty where none of it can be said. Names of
 * German and Austrian accounts are spelled as their banks do.
 */
export function sepaText(text: string, length: number, iban = ''): string {
  const plain = latinLetters(text, { umlauts: usesGermanTransliteration(iban) })
    .normalize('NFKD')
    .replaceAll('&', '+')
    .replaceAll(/[\u2018\u2019\u02bc]/gu, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return plain.slice(0, length).trim()
}

/** A name; those of files that were made before names were asked for in Latin letters say that there is none. */
function nameOf(text: string, length = 70): string {
  return sepaText(text, length) || 'NOTPROVIDED'
}

/** An identification: as a text, and without the slashes that the scheme refuses at its ends or doubled. */
function sepaId(id: string): string {
  return sepaText(id.replaceAll('/', '-'), 35)
}

function euros(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new Error(`not an amount in cents: ${cents}`)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

// What sepaText leaves of a text has no character that XML would read as its own; codes and dates are checked before.
function el(name: string, ...children: readonly string[]): string {
  return `<${name}>${children.join('')}</${name}>`
}
