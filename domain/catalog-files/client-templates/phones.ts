import type { ClientTemplate } from './client-template.ts'
import { deviceRefurbQuestions, deviceSteps, sharedQuestions } from './shared-questions.ts'

const { power, screen, body, battery, unlocked, accessories } = sharedQuestions
const asked = ['power', 'screen', 'body', 'battery', 'unlocked', 'accessories'] as const

/** Phones and tablets. */
export const phones: ClientTemplate = {
  categories: [
    {
      identifier: 'phones-and-tablets',
      name: ['Téléphonie et tablettes', 'Phones and tablets', 'Telefoons en tablets', 'Telefone und Tablets'],
      parent: null,
    },
    {
      identifier: 'smartphones',
      name: ['Smartphones', 'Smartphones', 'Smartphones', 'Smartphones'],
      parent: 'phones-and-tablets',
      weightGrams: 250,
      sizeCm: [18, 10, 5],
      questions: asked,
    },
    {
      identifier: 'tablets',
      name: ['Tablettes', 'Tablets', 'Tablets', 'Tablets'],
      parent: 'phones-and-tablets',
      weightGrams: 900,
      sizeCm: [32, 24, 6],
      questions: asked,
    },
    {
      identifier: 'e-readers',
      name: ['Liseuses', 'E-readers', 'E-readers', 'E-Reader'],
      parent: 'phones-and-tablets',
      weightGrams: 400,
      sizeCm: [22, 16, 5],
      questions: ['power', 'screen', 'body', 'unlocked', 'accessories'],
    },
    {
      identifier: 'smartwatches',
      name: ['Montres connectées', 'Smartwatches', 'Smartwatches', 'Smartwatches'],
      parent: 'phones-and-tablets',
      weightGrams: 250,
      sizeCm: [16, 12, 8],
      questions: ['power', 'screen', 'body', 'unlocked', 'accessories'],
    },
  ],
  questions: { power, screen, body, battery, unlocked, accessories },
  steps: deviceSteps,
  refurbQuestions: [
    deviceRefurbQuestions.data,
    deviceRefurbQuestions.battery,
    deviceRefurbQuestions.screen,
    deviceRefurbQuestions.other,
  ],
}
