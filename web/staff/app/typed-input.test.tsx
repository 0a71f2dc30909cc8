import { afterEach, describe, expect, it, vi } from 'vitest'
import { watchTypedInput } from './typed-input.ts'

function field(html: string): HTMLInputElement {
  document.body.innerHTML = html
  return document.querySelector('input')!
}

function type(input: HTMLInputElement, text: string): void {
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('half-typed input', () => {
  afterEach(() => void vi.useRealTimers())

  it('is none on a fresh page, and a callback comes at once', () => {
    field('<input value="from the server">')
    const then = vi.fn()
    watchTypedInput(document).whenNone(then)
    expect(then).toHaveBeenCalledOnce()
  })

  it('holds a callback back until the field is sent', () => {
    vi.useFakeTimers()
    const typed = watchTypedInput(document)
    const input = field('<form><input></form>')
    type(input, 'half')
    const then = vi.fn()
    typed.whenNone(then)
    vi.advanceTimersByTime(5000)
    expect(then).not.toHaveBeenCalled()
    input.form!.dispatchEvent(new Event('submit', { bubbles: true }))
    vi.advanceTimersByTime(1000)
    expect(then).toHaveBeenCalledOnce()
  })

  it('ends when the field is emptied or leaves the page', () => {
    const typed = watchTypedInput(document)
    const input = field('<input>')
    type(input, 'half')
    expect(typed.any()).toBe(true)
    type(input, '')
    expect(typed.any()).toBe(false)
    type(input, 'again')
    document.body.innerHTML = ''
    expect(typed.any()).toBe(false)
  })

  it('does not count a search', () => {
    const typed = watchTypedInput(document)
    type(field('<input type="search">'), 'pixel')
    expect(typed.any()).toBe(false)
  })
})
