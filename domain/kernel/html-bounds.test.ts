import { describe, expect, it } from 'vitest'
import { holdsTags, htmlBounds, isModestHtml } from './html-bounds.ts'

const { attributes, depth, tags, attributeLength } = htmlBounds

describe('the structure of a text of HTML', () => {
  it.each([
    ['', true],
    ['a < b and 3<4', true],
    ['<p>One<br>two</p>'.repeat(1000), true],
    ['<div>'.repeat(depth), true],
    ['<div>'.repeat(depth + 1), false],
    ['<div></div>'.repeat(depth + 1), true],
    ['<img src="x"><br>'.repeat(depth + 1), true],
    ['<br>'.repeat(tags), true],
    ['<br>'.repeat(tags + 1), false],
    ['<'.repeat(tags + 1), false],
    [`<p${' x="1"'.repeat(attributes)}>`, true],
    [`<p${' x="1"'.repeat(attributes + 1)}>`, false],
    [`<p title="${' a'.repeat(attributes + 1)}">`, true],
    [`<p title="${'a'.repeat(attributeLength)}">`, false],
    ['<a '.repeat(66_000), false],
    ['<!--'.repeat(tags), true],
    [`<!-- ${'word '.repeat(1000)}-->`, true],
    [`<!-- x -->${'<div>'.repeat(depth + 1)}`, false],
  ])('of %.40j is modest: %s', (text, isModest) => {
    expect(isModestHtml(text)).toBe(isModest)
  })

  it.each([
    ['plain', false],
    ['1 < 2 > 0', false],
    ['a <b', false],
    ['<a '.repeat(66_000), false],
    ['<b>x', true],
    ['x > <p>', true],
  ])('%.40j has tags: %s', (text, has) => {
    expect(holdsTags(text)).toBe(has)
  })
})
