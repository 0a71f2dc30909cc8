/** One bank transfer of a file. Amounts are integer cents. */
export interface Transfer {
  /** Names the transfer from end to end; at most 35 characters. */
  readonly endToEndId: string
  readonly amountCents: number
  readonly payeeName: string
  readonly payeeIban: string
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
    el('InitgPty', el('Nm', sepaText(payer.name, 70))),
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
      el('Nm', sepaText(payer.name, 70)),
      el('PstlAdr', el('TwnNm', sepaText(payer.town, 35)), el('Ctry', payer.country)),
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
  return el(
    'CdtTrfTxInf',
    el('PmtId', el('EndToEndId', sepaId(transfer.endToEndId))),
    el('Amt', `<InstdAmt Ccy="EUR">${euros(transfer.amountCents)}</InstdAmt>`),
    el('Cdtr', el('Nm', sepaText(transfer.payeeName, 70))),
    el('CdtrAcct', el('Id', el('IBAN', transfer.payeeIban))),
    el('RmtInf', el('Ustrd', sepaText(transfer.text, 140))),
  )
}

const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'Th',
  '&': '+',
  '’': "'",
  '–': '-',
  '—': '-',
}

/** A text in the characters that every bank of SEPA takes, cut to a length; `-` where none of it can be said. */
export function sepaText(text: string, length: number): string {
  const spelled = [...text].map((character) => spelledOut[character] ?? character).join('')
  const plain = spelled
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return plain.slice(0, length).trim() || '-'
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
