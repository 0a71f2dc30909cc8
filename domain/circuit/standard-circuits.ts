import type { Words } from '../kernel/words.ts'
import type { CircuitType } from './circuit-type.ts'
import type { instructionTypes } from './instruction-type.ts'
import type { PaymentType } from './payment-type.ts'

type InstructionType = (typeof instructionTypes)[number]

/** A circuit that every client begins with, disabled, and the shipping method of the same name that it offers. */
export interface StandardCircuit {
  readonly type: CircuitType
  readonly name: Words
  readonly copies: number
  readonly instructions: readonly InstructionType[]
}

/** The circuits of a new client: one of each type. */
export const standardCircuits: readonly StandardCircuit[] = [
  {
    type: 'store_drop',
    name: ['Dépôt en magasin', 'Drop at a store', 'Afgifte in de winkel', 'Abgabe in der Filiale'],
    copies: 2,
    instructions: ['sign', 'protect', 'close'],
  },
  {
    type: 'store_drop_label',
    name: [
      'Dépôt en magasin, étiquette par produit',
      'Drop at a store, one label per product',
      'Afgifte in de winkel, één etiket per product',
      'Abgabe in der Filiale, ein Etikett je Produkt',
    ],
    copies: 2,
    instructions: ['sign', 'protect', 'print', 'close'],
  },
  {
    type: 'store_collect',
    name: [
      'Vente en magasin, enlèvement à domicile',
      'Sold at a store, collected at home',
      'Verkocht in de winkel, thuis opgehaald',
      'Verkauf in der Filiale, Abholung zu Hause',
    ],
    copies: 2,
    instructions: ['sign', 'protect', 'agenda'],
  },
  {
    type: 'web_drop',
    name: [
      'En ligne, dépôt en magasin',
      'Online, drop at a store',
      'Online, afgifte in de winkel',
      'Online, Abgabe in der Filiale',
    ],
    copies: 1,
    instructions: ['protect', 'deliver', 'sign'],
  },
  {
    type: 'web_post',
    name: ['En ligne, envoi postal', 'Online, by post', 'Online, per post', 'Online, per Post'],
    copies: 1,
    instructions: ['protect', 'insert', 'print', 'post'],
  },
  {
    type: 'web_drop_label',
    name: [
      'En ligne, point relais',
      'Online, drop at a parcel shop',
      'Online, afgifte bij een afhaalpunt',
      'Online, Abgabe im Paketshop',
    ],
    copies: 1,
    instructions: ['protect', 'insert', 'print', 'deliver'],
  },
  {
    type: 'web_collect',
    name: [
      'En ligne, enlèvement à domicile',
      'Online, collected at home',
      'Online, thuis opgehaald',
      'Online, Abholung zu Hause',
    ],
    copies: 1,
    instructions: ['protect', 'insert', 'print', 'agenda'],
  },
]

/** What customers are told at each kind of step. */
export const standardInstructions: Readonly<Record<InstructionType, Words>> = {
  agenda: [
    'Tenez le colis prêt pour le passage du transporteur.',
    'Keep the parcel ready for the carrier.',
    'Houd het pakket klaar voor de vervoerder.',
    'Halten Sie das Paket für den Spediteur bereit.',
  ],
  close: [
    'Fermez le colis avec un adhésif solide.',
    'Close the parcel with strong tape.',
    'Sluit het pakket met stevige tape.',
    'Verschließen Sie das Paket mit festem Klebeband.',
  ],
  deliver: [
    'Déposez le produit au point convenu.',
    'Hand the product in at the agreed place.',
    'Geef het product af op de afgesproken plaats.',
    'Geben Sie das Produkt am vereinbarten Ort ab.',
  ],
  insert: [
    'Glissez le bon de cession signé dans le colis.',
    'Put the signed transfer order into the parcel.',
    'Leg het ondertekende overdrachtsbewijs in het pakket.',
    'Legen Sie den unterschriebenen Übertragungsbeleg in das Paket.',
  ],
  join: [
    'Joignez les accessoires annoncés.',
    'Add the accessories that you named.',
    'Voeg de genoemde accessoires toe.',
    'Legen Sie das angegebene Zubehör bei.',
  ],
  mailbox: [
    'Déposez le colis dans votre boîte aux lettres.',
    'Leave the parcel in your letter box.',
    'Leg het pakket in uw brievenbus.',
    'Legen Sie das Paket in Ihren Briefkasten.',
  ],
  none: ['Suivez les indications.', 'Follow the directions.', 'Volg de aanwijzingen.', 'Folgen Sie den Hinweisen.'],
  post: [
    'Remettez le colis au bureau de poste et gardez la preuve de dépôt.',
    'Hand the parcel in at the post office and keep the receipt.',
    'Geef het pakket af op het postkantoor en bewaar het bewijs.',
    'Geben Sie das Paket bei der Post ab und bewahren Sie den Beleg auf.',
  ],
  print: [
    'Imprimez l’étiquette et collez-la sur le colis.',
    'Print the label and stick it on the parcel.',
    'Druk het etiket af en kleef het op het pakket.',
    'Drucken Sie das Etikett aus und kleben Sie es auf das Paket.',
  ],
  protect: [
    'Protégez le produit dans un emballage solide.',
    'Protect the product with solid packaging.',
    'Bescherm het product met een stevige verpakking.',
    'Schützen Sie das Produkt mit einer festen Verpackung.',
  ],
  sign: [
    'Signez le bon de cession.',
    'Sign the transfer order.',
    'Onderteken het overdrachtsbewijs.',
    'Unterschreiben Sie den Übertragungsbeleg.',
  ],
}

/** A payment mode that every client begins with. */
export interface StandardPaymentMode {
  readonly type: PaymentType
  readonly provider: 'none' | 'bank_transfer'
  /** Whether it works by what the program has: a file for the bank, or vouchers that it issues itself. */
  readonly status: 'active' | 'inactive'
  readonly label: Words
  readonly description: Words
}

/** The payment modes of a new client: one of each type. */
export const standardPaymentModes: readonly StandardPaymentMode[] = [
  {
    type: 'bank_transfer',
    provider: 'bank_transfer',
    status: 'active',
    label: ['Virement bancaire', 'Bank transfer', 'Bankoverschrijving', 'Banküberweisung'],
    description: [
      'Versé sur votre compte après contrôle du produit.',
      'Paid into your account once the product is checked.',
      'Op uw rekening gestort na controle van het product.',
      'Nach Prüfung des Produkts auf Ihr Konto überwiesen.',
    ],
  },
  {
    type: 'voucher',
    provider: 'none',
    status: 'active',
    label: ['Bon d’achat', 'Voucher', 'Waardebon', 'Gutschein'],
    description: [
      'Envoyé par e-mail après contrôle du produit.',
      'Sent by e-mail once the product is checked.',
      'Per e-mail verzonden na controle van het product.',
      'Nach Prüfung des Produkts per E-Mail gesendet.',
    ],
  },
  {
    type: 'gift_card',
    provider: 'none',
    status: 'inactive',
    label: ['Carte cadeau', 'Gift card', 'Cadeaukaart', 'Geschenkkarte'],
    description: [
      'Envoyée par e-mail après contrôle du produit.',
      'Sent by e-mail once the product is checked.',
      'Per e-mail verzonden na controle van het product.',
      'Nach Prüfung des Produkts per E-Mail gesendet.',
    ],
  },
  {
    type: 'no_iban_transfer',
    provider: 'none',
    status: 'inactive',
    label: ['Virement sans IBAN', 'Transfer without IBAN', 'Overschrijving zonder IBAN', 'Überweisung ohne IBAN'],
    description: [
      'Nous vous contactons pour convenir du versement.',
      'We contact you to agree on the payment.',
      'Wij contacteren u om de betaling af te spreken.',
      'Wir melden uns, um die Auszahlung zu vereinbaren.',
    ],
  },
]
