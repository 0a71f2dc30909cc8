import { describe, expect, it } from 'vitest'
import { decideQuestions, type ImportedQuestion, type QuestionWorld } from './import-questions.ts'

const id = (n: number) => `019a6410-0000-7000-8000-${String(n).padStart(12, '0')}`

const question: ImportedQuestion = {
  id: id(1),
  title: 'Screen?',
  howToTest: 'Look.',
  description: null,
  answers: [
    {
      id: id(11),
      name: 'Fine',
      description: null,
      bestGrade: 'grade_a',
      impactType: 'none',
      impactValue: 0,
      capCents: null,
    },
    {
      id: id(12),
      name: 'Cracked',
      description: 'At all',
      bestGrade: 'grade_d',
      impactType: 'percentage',
      impactValue: -15,
      capCents: -15_000,
    },
  ],
  categoryIds: [id(51)],
}
const world: QuestionWorld = {
  questions: [question],
  answerOwners: new Map(),
  categories: [
    { id: id(51), identifier: 'phones', name: 'Phones', isActive: true },
    { id: id(52), identifier: 'tablets', name: 'Tablets', isActive: true },
  ],
  strategy: 'generic',
  newId: () => id(500),
}
type Cells = Readonly<Record<string, string>>
const decide = (lines: readonly Cells[], change: Partial<QuestionWorld> = {}) => {
  let next = 500
  const told = lines.map((cells, at) => ({ line: at + 2, cells, faults: [], rival: null }))
  return decideQuestions([{ lines: told }], { ...world, newId: () => id(next++), ...change })
}
const nothing = {
  inserted: [],
  updated: [],
  insertedLines: 0,
  updatedLines: 0,
  ignored: [],
  notices: [],
  lineOf: new Map<string, number>(),
}
const said = { question_id: id(1), title: 'Screen?', how_to_test: 'Look.', description: '', categories: 'phones' }
const same: readonly Cells[] = [
  { ...said, answer_id: id(11), answer_name: 'Fine', best_grade: 'grade_a', impact_type: 'none', impact_value: '' },
  {
    ...said,
    answer_id: id(12),
    answer_name: 'Cracked',
    answer_description: 'At all',
    best_grade: 'grade_d',
    impact_type: 'percentage',
    impact_value: '-15',
    impact_cap: '-150.00',
  },
]
const fresh = { title: 'Body?', categories: 'phones|tablets' }
const answers: readonly Cells[] = [
  { ...fresh, answer_name: 'Good' },
  { ...fresh, answer_name: 'Bad', best_grade: 'grade_c', impact_type: 'amount', impact_value: '-10,50' },
]
const faults = (lines: readonly Cells[], change: Partial<QuestionWorld> = {}) => {
  const { ignored, lineOf: _lineOf, ...rest } = decide(lines, change)
  expect(rest).toEqual({ inserted: [], updated: [], insertedLines: 0, updatedLines: 0, notices: [] })
  return ignored.map(({ line, code, field }) => [line, code, field].filter((part) => part !== null).join(' '))
}

describe('the lines of a question', () => {
  it('write texts of question and answers in the language of their columns', () => {
    const translated = { ...question, translations: { 'nl-BE': { title: 'Scherm?' } } }
    const lines = same.map((cells) => ({ ...cells, title_de_de: 'Schirm?', title_nl_be: '' }))
    const { updated } = decide([{ ...lines[0]!, answer_name_de_de: 'Gut' }, lines[1]!], { questions: [translated] })
    expect(updated).toMatchObject([
      {
        translations: { 'de-DE': { title: 'Schirm?' }, 'nl-BE': { title: null } },
        answers: [{ translations: { 'de-DE': { name: 'Gut' } } }, {}],
      },
    ])
    expect(updated[0]?.answers[1]?.translations).toBeUndefined()
    expect(faults([lines[0]!, { ...lines[1]!, title_de_de: 'Anders?' }])).toEqual([
      '2 LINE_QUESTION_IGNORED',
      '3 LINE_QUESTION_DIFFERS title_de_de',
    ])
    expect(faults([{ ...same[0]!, answer_name_de_de: 'x'.repeat(256) }])[0]).toContain('answer_name_de_de')
  })

  it.each(['generic', 'uuid'] as const)('that say what is there already change nothing (%s)', (strategy) => {
    expect(decide(same, { strategy })).toEqual(nothing)
    expect(decide([{ ...same[0]!, impact_value: '0' }, same[1]!], { strategy })).toEqual(nothing)
  })

  it('find by the ids that they have, so that what is renamed is no second question and no second answer', () => {
    const renamed = same.map((cells) => ({ ...cells, title: 'Display?' }))
    const { updated, inserted, ignored } = decide([{ ...renamed[0]!, answer_name: 'Perfect' }, renamed[1]!])
    expect([inserted, ignored]).toEqual([[], []])
    expect(updated).toMatchObject([
      {
        id: id(1),
        title: 'Display?',
        answers: [
          { id: id(11), name: 'Perfect' },
          { id: id(12), name: 'Cracked' },
        ],
      },
    ])
    // Two that change their names, and one that is said twice.
    const [first, second] = same as readonly [Cells, Cells]
    const swapped = decide([
      { ...first, answer_name: 'Cracked' },
      { ...second, answer_name: 'Fine' },
    ])
    expect(swapped.updated[0]?.answers.map(({ name }) => name)).toEqual(['Cracked', 'Fine'])
    expect(faults([first, { ...second, answer_id: id(11) }])).toEqual([
      '2 LINE_QUESTION_IGNORED',
      '3 LINE_REPEATED answer_name',
    ])
    // Ids of another catalog are none here.
    const foreign = same.map((cells, at) => ({ ...cells, question_id: id(900), answer_id: id(901 + at) }))
    expect(decide(foreign)).toEqual(nothing)
  })

  it('add a question with its answers to the categories that they name', () => {
    const { inserted, insertedLines, ignored } = decide(answers)
    expect(ignored).toEqual([])
    expect(insertedLines).toBe(2)
    expect(inserted.map(({ id: own, title, categoryIds }) => [own, title, categoryIds])).toEqual([
      [id(500), 'Body?', [id(51), id(52)]],
    ])
    expect(
      inserted[0]!.answers.map(({ name, bestGrade, impactType, impactValue }) => [
        name,
        bestGrade,
        impactType,
        impactValue,
      ]),
    ).toEqual([
      ['Good', 'grade_a', 'none', 0],
      ['Bad', 'grade_c', 'amount', -1_050],
    ])
  })

  it('change what they name; answers and categories that they do not name stay', () => {
    const line = {
      title: 'Screen?',
      categories: 'tablets',
      answer_name: 'Cracked',
      impact_value: '-20',
      impact_cap: '',
    }
    const { updated, updatedLines, insertedLines } = decide([line, { ...line, answer_name: 'Gone', impact_value: '' }])
    expect([insertedLines, updatedLines]).toEqual([1, 1])
    expect(updated).toHaveLength(1)
    expect(updated[0]!.categoryIds).toEqual([id(51), id(52)])
    expect(updated[0]!.answers.map(({ name, impactValue, capCents }) => [name, impactValue, capCents])).toEqual([
      ['Fine', 0, null],
      ['Cracked', -20, null],
      ['Gone', 0, null],
    ])
    const only = decide([{ title: 'Screen?', answer_name: 'Cracked', how_to_test: 'Touch.' }])
    expect([only.updated[0]!.howToTest, only.updatedLines]).toEqual(['Touch.', 1])
  })

  it('take the impact from an answer', () => {
    const { updated } = decide([{ title: 'Screen?', answer_name: 'Cracked', impact_type: 'none' }])
    expect(updated[0]!.answers[1]).toMatchObject({ impactType: 'none', impactValue: 0, capCents: null })
  })

  it('find by ids alone where the strategy says so', () => {
    const strategy = 'uuid'
    const { updated } = decide([{ question_id: id(1), answer_id: id(12), title: 'Glass?', answer_name: 'Broken' }], {
      strategy,
    })
    expect(updated[0]).toMatchObject({ title: 'Glass?', answers: [{ name: 'Fine' }, { name: 'Broken' }] })
    const owned = new Map([[id(99), id(2)]])
    expect(faults([{ ...same[0]!, answer_id: id(99) }], { strategy, answerOwners: owned })).toEqual([
      '2 LINE_ID_TAKEN answer_id',
    ])
    expect(faults([{ ...same[0]!, question_id: '' }], { strategy })).toEqual(['2 LINE_KEY_MISSING question_id'])
    expect(faults([{ ...same[0]!, answer_id: 'x' }], { strategy })).toEqual(['2 LINE_ID_INVALID answer_id'])
  })

  it('tell questions of one title apart by their categories', () => {
    const other = { ...question, id: id(2), categoryIds: [id(52)], answers: [{ ...question.answers[0]!, id: id(21) }] }
    const questions = [question, other]
    const line = { title: 'Screen?', answer_name: 'Fine', answer_description: 'Yes' }
    expect(decide([{ ...line, categories: 'phones' }], { questions }).updated.map((row) => row.id)).toEqual([id(1)])
    expect(faults([{ ...line, categories: 'phones|tablets' }], { questions })).toEqual(['2 LINE_AMBIGUOUS title'])
  })

  it.each([
    [[answers[0]!], ['2 LINE_QUESTION_ANSWERS answer_name']],
    [
      [answers[0]!, { ...answers[1]!, categories: 'phones' }],
      ['2 LINE_QUESTION_IGNORED', '3 LINE_QUESTION_DIFFERS categories'],
    ],
    [
      [answers[0]!, answers[0]!],
      ['2 LINE_QUESTION_IGNORED', '3 LINE_REPEATED answer_name'],
    ],
    [
      [answers[0]!, { ...answers[1]!, answer_name: 'x' }],
      ['2 LINE_QUESTION_IGNORED', '3 FORM_TEXT_BETWEEN answer_name'],
    ],
    [
      [answers[0]!, { ...answers[1]!, answer_name: '' }],
      ['2 LINE_QUESTION_IGNORED', '3 LINE_KEY_MISSING answer_name'],
    ],
    [
      [answers[0]!, { ...answers[1]!, answer_description: 'x'.repeat(3001) }],
      ['2 LINE_QUESTION_IGNORED', '3 FORM_TEXT_TOO_LONG answer_description'],
    ],
    [
      [{ ...answers[0]!, best_grade: 'functional' }, answers[1]!],
      ['2 LINE_VALUE_WRONG best_grade', '3 LINE_QUESTION_IGNORED'],
    ],
    [
      [{ ...answers[0]!, impact_value: '5' }, answers[1]!],
      ['2 LINE_VALUE_WRONG impact_value', '3 LINE_QUESTION_IGNORED'],
    ],
    [
      [{ ...answers[0]!, impact_type: 'percentage', impact_value: '5.5' }, answers[1]!],
      ['2 LINE_VALUE_WRONG impact_value', '3 LINE_QUESTION_IGNORED'],
    ],
    [
      [{ ...answers[0]!, impact_type: 'percentage', impact_value: '5', impact_cap: '-1' }, answers[1]!],
      ['2 LINE_VALUE_WRONG impact_cap', '3 LINE_QUESTION_IGNORED'],
    ],
    [
      [{ ...answers[0]!, impact_type: 'half' }, answers[1]!],
      ['2 LINE_VALUE_WRONG impact_type', '3 LINE_QUESTION_IGNORED'],
    ],
    [
      [{ title: 'Body?', answer_name: 'Good' }],
      ['2 LINE_VALUE_MISSING categories', '2 LINE_QUESTION_ANSWERS answer_name'],
    ],
    [
      [{ ...answers[0]!, categories: 'nowhere' }],
      ['2 LINE_CATEGORY_UNKNOWN categories', '2 LINE_QUESTION_ANSWERS answer_name'],
    ],
    [[{ ...answers[0]!, title: '' }], ['2 LINE_KEY_MISSING title']],
    [
      [
        { ...answers[0]!, title: 'x' },
        { ...answers[1]!, title: 'x' },
      ],
      ['2 FORM_TEXT_BETWEEN title', '3 LINE_QUESTION_IGNORED'],
    ],
  ])('are ignored together: %j', (lines, expected) => {
    expect(faults(lines as readonly Cells[])).toEqual(expected)
  })
})
