import type { Row } from './insert-rows.ts'
import type { Random } from './random.ts'
import { demoTranslations } from './translations.ts'

const countries = ['FR', 'BE', 'DE']

const paymentModes = [
  {
    type: 'bank_transfer',
    label: 'Virement bancaire',
    description: 'Versé sur votre compte sous 5 jours ouvrés.',
    provider: 'bank_transfer',
  },
  {
    type: 'gift_card',
    label: 'Carte cadeau',
    description: 'Majorée de 10 %, valable un an en magasin et en ligne.',
    provider: 'gift_card',
    bonus: 10,
    cap: 5000,
  },
  { type: 'voucher', label: 'Bon d’achat', description: 'Remis en magasin, valable six mois.', provider: 'none' },
  {
    type: 'no_iban_transfer',
    label: 'Virement sans IBAN',
    description: 'Nous vous contactons pour convenir du versement.',
    provider: 'other',
  },
] as const

const circuits = [
  {
    type: 'store_drop',
    name: 'Dépôt en magasin, colis groupé',
    instructions: ['protect', 'insert', 'close', 'deliver'],
  },
  {
    type: 'store_drop_label',
    name: 'Dépôt en magasin, étiquette individuelle',
    instructions: ['protect', 'print', 'close', 'deliver'],
  },
  {
    type: 'store_collect',
    name: 'Vente en magasin, enlèvement à domicile',
    instructions: ['protect', 'close', 'agenda', 'sign'],
  },
  { type: 'web_drop', name: 'En ligne, dépôt en magasin', instructions: ['protect', 'deliver', 'sign'] },
  { type: 'web_post', name: 'En ligne, envoi postal', instructions: ['protect', 'insert', 'print', 'post'] },
  { type: 'web_drop_label', name: 'En ligne, point relais', instructions: ['protect', 'print', 'join', 'deliver'] },
  {
    type: 'web_collect',
    name: 'En ligne, enlèvement à domicile',
    instructions: ['protect', 'close', 'agenda', 'sign'],
  },
] as const

const instructionTexts = {
  agenda: 'Tenez le colis prêt pour le passage du transporteur.',
  close: 'Fermez le colis avec un adhésif solide.',
  deliver: 'Déposez le colis au point convenu.',
  insert: 'Glissez le bon de cession signé dans le colis.',
  join: 'Joignez les accessoires annoncés.',
  post: 'Remettez le colis au bureau de poste et gardez la preuve de dépôt.',
  print: 'Imprimez l’étiquette et collez-la sur le colis.',
  protect: 'Protégez le produit dans un emballage à bulles.',
  sign: 'Signez le bon de cession.',
} as const

/** Payment modes, shipping methods, circuits of all seven types and a rule for each, by table in order. */
export function configurationRows(
  random: Random,
  plan: { readonly accountId: string; readonly bornMs: number; readonly categoryIds: readonly string[] },
): readonly (readonly [string, readonly Row[]])[] {
  const account_id = plan.accountId
  const created_at = new Date(plan.bornMs).toISOString()
  const common = { account_id, created_at, version: 1 }
  const id = (): string => random.id(plan.bornMs)
  const modes = paymentModes.map((mode, at) => ({
    ...common,
    id: id(),
    type: mode.type,
    label: mode.label,
    description: mode.description,
    translations: demoTranslations({ label: mode.label, description: mode.description }),
    provider: mode.provider,
    status: 'active',
    position: at,
    modifier_type: 'bonus' in mode ? 'percentage' : 'none',
    modifier_value: 'bonus' in mode ? mode.bonus : 0,
    modifier_cap_cents: 'cap' in mode ? mode.cap : null,
  }))
  const shipping = circuits.map((circuit) => ({
    ...common,
    id: id(),
    type: circuit.type,
    description: circuit.name,
    translations: demoTranslations({ description: circuit.name }),
    available_countries: countries,
    status: 'active',
    // A carrier at the door costs the seller five euros.
    modifier_type: circuit.type === 'web_collect' ? 'fixed' : 'none',
    modifier_value: circuit.type === 'web_collect' ? -500 : 0,
  }))
  const made = circuits.map((circuit) => ({
    ...common,
    id: id(),
    type: circuit.type,
    name: circuit.name,
    translations: demoTranslations({ name: circuit.name }),
    description: null,
    transfer_order_number_of_copy: circuit.type.startsWith('store') ? 2 : 1,
    eligible_countries: countries,
    status: 'enabled',
    // No carrier stands behind the demo.
    own_label: circuit.type === 'web_post' || circuit.type === 'web_collect',
    modifier_type: 'none',
    modifier_value: 0,
  }))
  const rules = made.map((circuit) => ({
    ...common,
    id: id(),
    circuit_id: circuit.id,
    status: 'enabled',
    eligible_countries: countries,
    traceability_enabled: true,
    custom_values: {},
  }))
  return [
    ['payment_mode', modes],
    ['shipping_method', shipping],
    ['circuit', made],
    [
      'circuit_instruction',
      made.flatMap((circuit, at) =>
        circuits[at]!.instructions.map((type, n) => ({
          account_id,
          id: id(),
          circuit_id: circuit.id,
          sequence: n + 1,
          type,
          label: instructionTexts[type],
          translations: demoTranslations({ label: instructionTexts[type] }),
        })),
      ),
    ],
    [
      'circuit_payment_mode',
      made.flatMap((circuit) =>
        modes.map((mode) => ({ account_id, circuit_id: circuit.id, payment_mode_id: mode.id })),
      ),
    ],
    [
      'circuit_shipping_method',
      made.map((circuit, at) => ({ account_id, circuit_id: circuit.id, shipping_method_id: shipping[at]!.id })),
    ],
    ['dispatch_circuit_rule', rules],
    [
      'dispatch_circuit_rule_category',
      rules.flatMap((rule) => plan.categoryIds.map((category_id) => ({ account_id, rule_id: rule.id, category_id }))),
    ],
  ]
}
