import type { Row } from './insert-rows.ts'
import type { Random } from './random.ts'

/** Stocks of a workshop where its people work. */
const benches = { repair: 'Établi réparation', finish: 'Nettoyage et emballage' } as const

interface DemoStep {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly bench: keyof typeof benches
  /** Cents in each warehouse, in the order of their making. */
  readonly costs: readonly [number, number]
}

const steps: readonly DemoStep[] = [
  {
    key: 'wipe',
    name: 'Effacement des données',
    description: 'Effacement certifié, rapport joint à la fiche de suivi.',
    bench: 'repair',
    costs: [150, 170],
  },
  {
    key: 'battery',
    name: 'Remplacement de la batterie',
    description: 'Batterie neuve, capacité contrôlée après montage.',
    bench: 'repair',
    costs: [2490, 2650],
  },
  {
    key: 'screen',
    name: 'Remplacement de l’écran',
    description: 'Dalle et vitre, test tactile et colorimétrie.',
    bench: 'repair',
    costs: [6900, 7250],
  },
  {
    key: 'port',
    name: 'Réparation du port de charge',
    description: 'Nettoyage, puis remplacement si la charge reste instable.',
    bench: 'repair',
    costs: [1490, 1580],
  },
  {
    key: 'update',
    name: 'Mise à jour logicielle',
    description: 'Dernière version stable du constructeur.',
    bench: 'repair',
    costs: [200, 200],
  },
  {
    key: 'polish',
    name: 'Polissage de l’écran',
    description: 'Deux passes, contrôle sous lampe.',
    bench: 'finish',
    costs: [450, 480],
  },
  {
    key: 'clean',
    name: 'Nettoyage et désinfection',
    description: 'Coque, grilles et connecteurs.',
    bench: 'finish',
    costs: [250, 260],
  },
  {
    key: 'pack',
    name: 'Emballage de revente',
    description: 'Boîte neutre, câble et notice.',
    bench: 'finish',
    costs: [180, 190],
  },
]

interface DemoQuestion {
  readonly label: string
  readonly type: 'unique' | 'multiple'
  readonly answers: readonly (readonly [label: string, ...steps: string[]])[]
}

const questions: readonly DemoQuestion[] = [
  {
    label: 'Données et comptes',
    type: 'unique',
    answers: [['Appareil réinitialisé, aucun compte'], ['Données ou compte présents', 'wipe']],
  },
  {
    label: 'Santé de la batterie',
    type: 'unique',
    answers: [['Plus de 85 %'], ['De 70 à 85 %'], ['Moins de 70 %, ou gonflée', 'battery']],
  },
  {
    label: 'État de l’écran',
    type: 'unique',
    answers: [['Sans défaut'], ['Micro-rayures', 'polish'], ['Fissuré ou taché', 'screen']],
  },
  {
    label: 'Autres travaux à prévoir',
    type: 'multiple',
    answers: [
      ['Charge instable', 'port'],
      ['Coque ou grilles sales', 'clean'],
      ['Système à mettre à jour', 'update'],
    ],
  },
  {
    label: 'Conditionnement',
    type: 'unique',
    answers: [['Boîte d’origine complète'], ['À emballer', 'pack']],
  },
]

/** The workshop's stocks, refurb steps with their costs, and the questions that make them due, by table in order. */
export function refurbRows(
  random: Random,
  plan: { readonly accountId: string; readonly bornMs: number; readonly warehouseIds: readonly string[] },
): readonly (readonly [string, readonly Row[]])[] {
  const [first] = plan.warehouseIds
  if (first === undefined) return []
  const account_id = plan.accountId
  const created_at = new Date(plan.bornMs).toISOString()
  const id = (): string => random.id(plan.bornMs)
  const stocks = plan.warehouseIds.flatMap((warehouse_id) =>
    Object.values(benches).map((name) => ({ account_id, id: id(), warehouse_id, name, created_at, version: 1 })),
  )
  const stepIds = new Map(steps.map(({ key }) => [key, id()]))
  const made = questions.map((question, at) => ({
    ...question,
    id: id(),
    position: at + 1,
    answers: question.answers.map(([label, ...due], n) => ({ id: id(), label, due, position: n + 1 })),
  }))
  const answers = made.flatMap((question) => question.answers.map((answer) => ({ ...answer, questionId: question.id })))
  return [
    ['stock', stocks],
    [
      'refurb_step',
      steps.map(({ key, name, description, bench }) => ({
        account_id,
        id: stepIds.get(key),
        name,
        description,
        warehouse_id: first,
        stock_id: stocks.find((stock) => stock.warehouse_id === first && stock.name === benches[bench])?.id,
        created_at,
        version: 1,
      })),
    ],
    [
      'refurb_step_cost',
      steps.flatMap(({ key, costs }) =>
        plan.warehouseIds.slice(0, costs.length).map((warehouse_id, at) => ({
          account_id,
          step_id: stepIds.get(key),
          warehouse_id,
          cost_cents: costs[at],
        })),
      ),
    ],
    [
      'refurb_question',
      made.map(({ id: questionId, label, type, position }) => ({
        account_id,
        id: questionId,
        label,
        type,
        position,
        created_at,
        version: 1,
      })),
    ],
    [
      'refurb_answer',
      answers.map((answer) => ({
        account_id,
        id: answer.id,
        question_id: answer.questionId,
        label: answer.label,
        position: answer.position,
      })),
    ],
    [
      'refurb_answer_step',
      answers.flatMap((answer) =>
        answer.due.map((key, at) => ({
          account_id,
          answer_id: answer.id,
          step_id: stepIds.get(key),
          position: at + 1,
        })),
      ),
    ],
  ]
}
