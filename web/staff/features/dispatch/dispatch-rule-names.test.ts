import { expect, it } from 'vitest'
import type { DispatchAnswer } from '#sync/calls/dispatch.ts'
import { findRules } from './dispatch-rule-names.ts'

const rule = (title: string, attribute: string, values: readonly string[], warehouseIds: readonly string[]) => ({
  title,
  conditions: [{ attribute, operator: 'in', values }],
  warehouseIds,
})
const setup = {
  rules: [
    rule('Téléphones haut de gamme', 'brand', ['Apple', 'Samsung'], ['lille']),
    rule('Écrans cassés', 'declared_state', ['grade_d'], ['lyon']),
    rule('Consoles', 'category', ['consoles'], ['lyon', 'gone']),
  ],
  grades: ['grade_d'],
  categories: [
    { id: 'gaming', name: 'Jeux vidéo', parentId: null },
    { id: 'consoles', name: 'Consoles de salon', parentId: 'gaming' },
  ],
  warehouses: [
    { id: 'lille', name: 'Entrepôt de Lille' },
    { id: 'lyon', name: 'Atelier de Lyon' },
  ],
} as unknown as DispatchAnswer

const found = (search: string) =>
  findRules(setup, search, { grade_d: 'Hors service' }, 'Supprimé').map(({ title }) => title)

it('a rule is found by its title, what it asks for and where it sends, whatever the accents and the order', () => {
  expect(found('ecrans')).toEqual(['Écrans cassés'])
  expect(found('SAMSUNG haut')).toEqual(['Téléphones haut de gamme'])
  expect(found('lyon')).toEqual(['Écrans cassés', 'Consoles'])
  expect(found('lyon jeux')).toEqual(['Consoles'])
  expect(found('hors service')).toEqual(['Écrans cassés'])
  expect(found('tablette')).toEqual([])
})

it('all rules are shown where nothing is looked for', () => {
  expect(found(' ')).toHaveLength(3)
})
