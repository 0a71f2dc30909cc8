import type { Language } from '../kernel/languages.ts'
import type { Translations } from '../kernel/translations.ts'
import { translationsOfWords, wordsIn } from '../kernel/words.ts'
import type { CircuitType } from './circuit-type.ts'
import type { instructionTypes } from './instruction-type.ts'
import type { PaymentType } from './payment-type.ts'
import { standardCircuits, standardInstructions, standardPaymentModes } from './standard-circuits.ts'

/** The circuits and payment modes that every client begins with, in one language, with their translations. */
export interface WrittenConfiguration {
  readonly paymentModes: readonly {
    readonly type: PaymentType
    readonly provider: 'none' | 'bank_transfer'
    readonly status: 'active' | 'inactive'
    readonly label: string
    readonly description: string
    readonly translations: Translations<'label' | 'description'>
  }[]
  readonly circuits: readonly {
    readonly type: CircuitType
    readonly name: string
    readonly translations: Translations<'name'>
    /** Of its shipping method, which says the circuit's name. */
    readonly methodTranslations: Translations<'description'>
    readonly copies: number
    readonly instructions: readonly {
      readonly type: (typeof instructionTypes)[number]
      readonly label: string
      readonly translations: Translations<'label'>
    }[]
  }[]
}

/** What every client begins with, in its language. */
export function writtenConfiguration(language: Language): WrittenConfiguration {
  return {
    paymentModes: standardPaymentModes.map(({ label, description, ...mode }) => ({
      ...mode,
      label: wordsIn(label, language),
      description: wordsIn(description, language),
      translations: translationsOfWords({ label, description }, language),
    })),
    circuits: standardCircuits.map(({ name, instructions, ...circuit }) => ({
      ...circuit,
      name: wordsIn(name, language),
      translations: translationsOfWords({ name }, language),
      methodTranslations: translationsOfWords({ description: name }, language),
      instructions: instructions.map((type) => ({
        type,
        label: wordsIn(standardInstructions[type], language),
        translations: translationsOfWords({ label: standardInstructions[type] }, language),
      })),
    })),
  }
}
