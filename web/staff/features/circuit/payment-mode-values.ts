import type { OfficePaymentMode } from '#sync/calls/payment-mode.ts'
import type { Translations } from '#domain/kernel/translations.ts'
import { sentTexts } from '#web/staff/ui/form/translated-draft.ts'
import { modifierBodyOf, modifierValuesOf, type ModifierValues } from './modifier-values.ts'

/** A payment mode as it is being written. */
export interface PaymentModeValues {
  readonly isActive: boolean
  readonly label: string
  readonly description: string
  readonly longDescription: string
  readonly mailContent: string
  readonly translations: Translations
  readonly provider: OfficePaymentMode['provider']
  readonly modifier: ModifierValues
}

/** A payment mode as its form shows it. */
export function paymentModeValuesOf(mode: OfficePaymentMode): PaymentModeValues {
  return {
    isActive: mode.status === 'active',
    label: mode.label,
    description: mode.description ?? '',
    longDescription: mode.longDescription ?? '',
    mailContent: mode.mailContent ?? '',
    translations: mode.translations,
    provider: mode.provider,
    modifier: modifierValuesOf(mode.modifier),
  }
}

/** What was typed as the server takes it. */
export function paymentModeBodyOf({ modifier, isActive, translations, ...texts }: PaymentModeValues): unknown {
  return {
    ...texts,
    translations: sentTexts(translations),
    status: isActive ? 'active' : 'inactive',
    modifier: modifierBodyOf(modifier),
  }
}
