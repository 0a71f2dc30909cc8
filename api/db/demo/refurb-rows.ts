import type { Row } from './insert-rows.ts'
import type { Random } from './random.ts'

/** Stocks of a workshop where its people work. */
const benches = {
  repair: { name: 'Établi réparation', identifier: 'ETAB', location: 'Postes 1 à 4' },
  finish: { name: 'Nettoyage et emballage', identifier: 'NETT', location: 'Poste 5' },
} as const

/** Where it is done, cents in each warehouse in the order of their making, and what it is. */
type DemoStep = readonly [
  key: string,
  bench: keyof typeof benches,
  costs: readonly [number, number],
  name: string,
  description: string,
]

const steps: readonly DemoStep[] = [
  ['wipe', 'repair', [150, 170], 'Effacement des données', 'Effacement certifié, rapport joint à la fiche de suivi.'],
  [
    'battery',
    'repair',
    [2490, 2650],
    'Remplacement de la batterie',
    'Batterie neuve, capacité contrôlée après montage.',
  ],
  ['screen', 'repair', [6900, 7250], 'Remplacement de l’écran', 'Dalle et vitre, test tactile et colorimétrie.'],
  [
    'port',
    'repair',
    [1490, 1580],
    'Réparation du port de charge',
    'Nettoyage, puis remplacement si la charge reste instable.',
  ],
  ['update', 'repair', [200, 200], 'Mise à jour logicielle', 'Dernière version stable du constructeur.'],
  ['polish', 'finish', [450, 480], 'Polissage de l’écran', 'Deux passes, contrôle sous lampe.'],
  ['clean', 'finish', [250, 260], 'Nettoyage et désinfection', 'Coque, grilles et connecteurs.'],
  ['pack', 'finish', [180, 190], 'Emballage de revente', 'Boîte neutre, câble et notice.'],
]

/** Its answers follow, each with the steps that it makes due. */
type DemoQuestion = readonly [
  label: string,
  type: 'unique' | 'multiple',
  ...answers: (readonly [label: string, ...steps: string[]])[],
]

const questions: readonly DemoQuestion[] = [
  ['Données et comptes', 'unique', ['Appareil réinitialisé, aucun compte'], ['Données ou compte présents', 'wipe']],
  ['Santé de la batterie', 'unique', ['Plus de 85 %'], ['De 70 à 85 %'], ['Moins de 70 %, ou gonflée', 'battery']],
  ['État de l’écran', 'unique', ['Sans défaut'], ['Micro-rayures', 'polish'], ['Fissuré ou taché', 'screen']],
  [
    'Autres travaux à prévoir',
    'multiple',
    ['Charge instable', 'port'],
    ['Coque ou grilles sales', 'clean'],
    ['Système à mettre à jour', 'update'],
  ],
  ['Conditionnement', 'unique', ['Boîte d’origine complète'], ['À emballer', 'pack']],
]

/** The workshop's stocks, refurb steps with their costs, and the questions that make them due, by table in order. */
export function refurbRows(
  random: Random,
  plan: { readonly accountId: string; readonly bornMs: number; readonly warehouseIds: readonly string[] },
): readonly (readonly [string, readonly Row[]])[] {
  const [first] = plan.warehouseIds
  if (first === undefined) return []
  const account_id = plan.accountId
  const born = { account_id, created_at: new Date(plan.bornMs).toISOString(), version: 1 }
  const id = (): string => random.id(plan.bornMs)
  const stocks = plan.warehouseIds.flatMap((warehouse_id) =>
    Object.values(benches).map((bench) => ({ ...born, id: id(), warehouse_id, ...bench })),
  )
  const stepIds = new Map(steps.map(([key]) => [key, id()]))
  const made = questions.map(([label, type, ...answers], at) => ({
    label,
    type,
    id: id(),
    position: at + 1,
    answers: answers.map(([answer, ...due], n) => ({ id: id(), label: answer, due, position: n + 1 })),
  }))
  const answers = made.flatMap((question) => question.answers.map((answer) => ({ ...answer, questionId: question.id })))
  return [
    ['stock', stocks],
    [
      'refurb_step',
      steps.map(([key, bench, , name, description]) => ({
        ...born,
        id: stepIds.get(key),
        name,
        description,
        warehouse_id: first,
        stock_id: stocks.find((stock) => stock.warehouse_id === first && stock.name === benches[bench].name)?.id,
      })),
    ],
    [
      'refurb_step_cost',
      steps.flatMap(([key, , costs]) =>
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
        ...born,
        id: questionId,
        label,
        type,
        position,
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
