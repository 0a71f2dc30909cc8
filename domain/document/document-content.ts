import type { Grade } from '../catalog/grade.ts'
import type { IdentificationType } from '../customer/identification-type.ts'
import type { PaymentType } from '../circuit/payment-type.ts'
import type { answerCommands, digitCommands, ScanCommand, StationCommand } from '../item/resolve-code.ts'

/** What an item's label says. Texts are as stored, dates as the reader's language writes them. */
export interface ItemLabel {
  readonly code: string
  readonly buybackCode: string
  readonly product: string
  readonly imei: string | null
  readonly serialNumber: string | null
  readonly grade: Grade | null
  /** Whose word the grade is. */
  readonly gradeOf: 'declaration' | 'control'
  /** Where the item lies now; null outside a warehouse. */
  readonly stock: string | null
  readonly warehouse: string | null
  readonly createdOn: string
}

/** A place on a package: its name, then the lines of its address. */
export interface PackagePlace {
  readonly name: string
  readonly lines: readonly string[]
}

/** One product in a package. */
export interface PackageLine {
  readonly code: string
  readonly buybackCode: string
  readonly product: string
  readonly imei: string | null
}

/** What the papers of a package say. */
export interface PackageContent {
  readonly number: string
  readonly from: PackagePlace
  readonly to: PackagePlace
  /** When it was closed; null of an open one. */
  readonly closedOn: string | null
  /** Of all its products; null where that of one is not known, and on a device, which knows of none. */
  readonly weight: string | null
  readonly lines: readonly PackageLine[]
}

/** What the label for the way back to a customer says. */
export interface ReturnLabel {
  /** Eighteen digits. */
  readonly number: string
  /** The warehouse that sends it. */
  readonly from: PackagePlace
  /** The customer. */
  readonly to: PackagePlace
  readonly product: string
  /** Weight and sizes of the product, as far as they are known. */
  readonly measures: string | null
  readonly code: string
  readonly createdOn: string
}

/** A stock location on the command sheet. */
export interface SheetStock {
  readonly id: string
  readonly name: string
  readonly location: string | null
}

type TypedName = (typeof answerCommands)[number] | (typeof digitCommands)[number]
type ButtonName = Exclude<ScanCommand, StationCommand | TypedName>
/** A station as the texts name it: its command without what all of them begin with. */
export type StationName = StationCommand extends `GO:${infer Name}` ? Name : never

/** What a command sheet holds. */
export interface CommandSheet {
  /** Name of the warehouse or store that it is for. */
  readonly place: string
  readonly commands: readonly ScanCommand[]
  readonly stocks: readonly SheetStock[]
}

/** Words of the papers in one language: the section `print` of the texts of documents. */
export interface DocumentTexts {
  readonly itemLabel: {
    readonly title: string
    readonly itemCode: string
    readonly buybackCode: string
    readonly imei: string
    readonly serialNumber: string
    readonly grade: string
    readonly controlledGrade: string
    readonly stock: string
    readonly createdOn: string
  }
  readonly package: {
    readonly label: string
    readonly slip: string
    readonly tracking: string
    readonly number: string
    readonly from: string
    readonly to: string
    readonly closedOn: string
    readonly open: string
    readonly count: string
    readonly total: string
    readonly product: string
    readonly weight: string
    readonly itemCode: string
    readonly buybackCode: string
    readonly imei: string
    readonly page: string
    readonly step: string
    readonly date: string
    readonly name: string
    readonly signature: string
    readonly counted: string
    readonly prepared: string
    readonly handedOver: string
    readonly carried: string
    readonly received: string
    readonly remarks: string
  }
  readonly returnLabel: { readonly title: string; readonly number: string; readonly createdOn: string }
  readonly commandSheet: {
    readonly title: string
    readonly hint: string
    readonly buttons: string
    readonly answers: string
    readonly digits: string
    readonly stations: string
    readonly stocks: string
    readonly answer: string
    readonly command: Readonly<Record<ButtonName, string>>
    /** Named after the command without what all of them begin with. */
    readonly station: Readonly<Record<StationName, string>>
  }
  readonly buyback: {
    readonly identityDocument: string
    readonly account: string
    readonly identification: Readonly<Record<IdentificationType, string>>
    readonly transferOrder: string
    readonly trackingSheet: string
    readonly shippingLabel: string
    readonly voucher: string
    readonly giftCard: string
    readonly receipt: string
    readonly number: string
    readonly shippingNumber: string
    readonly seller: string
    readonly buyer: string
    readonly siret: string
    readonly capital: string
    readonly date: string
    readonly declared: string
    readonly price: string
    readonly estimate: string
    readonly total: string
    readonly payment: string
    readonly paymentType: Readonly<Record<PaymentType, string>>
    readonly terms: string
    /** Terms of the transfer order where an account has none of its own. */
    readonly defaultTerms: string
    readonly signSeller: string
    readonly signBuyer: string
    readonly copy: string
    readonly store: string
    readonly instructions: string
    readonly sheetHint: string
    readonly labelHint: string
    readonly withoutPostage: string
    readonly amount: string
    readonly code: string
    readonly issuedOn: string
    readonly conditions: string
    readonly keepCode: string
    readonly receiptHint: string
    readonly pickup: string
    readonly relayPoint: string
    /** With `{{day}}`. */
    readonly sendBy: string
  }
  readonly testLabel: { readonly title: string; readonly printer: string; readonly letters: string }
  readonly grade: Readonly<Record<Grade, string>>
  /** The grades in the words of the public site, for papers that the customer reads. */
  readonly condition: Readonly<Record<Grade, string>>
}
