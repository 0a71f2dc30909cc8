import { createWedgeCore, wedgeLimits, type CodeValidator, type KeyTarget, type WedgeScan } from './wedge-core.ts'

/** What the detector works with. */
export interface WedgeDeps {
  /** The document whose keys are heard, before any of its elements hears them. */
  readonly target: Document
  /** Asked in order when a burst ends; the first that knows one of its readings decides. */
  readonly validators: readonly CodeValidator[]
  /** Whether anybody wants scans now. */
  readonly isHeard?: () => boolean
  readonly onScan: (scan: WedgeScan) => void
}

/** Hears scanners that type like keyboards, independent of the focus. */
export interface WedgeDetector {
  /** Begins to hear, with the keys that were pressed before. */
  start(early: readonly KeyboardEvent[]): void
  stop(): void
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Snapshot {
  readonly field: Field
  readonly value: string
  readonly from: number | null
  readonly to: number | null
}

// A timer that fires this late was held up by the page, and keys may be waiting behind it.
const lateTimerMs = 40

/** Creates the detector; nothing in it depends on the focus or on what is drawn. */
export function createWedgeDetector({ target, validators, isHeard = () => true, onScan }: WedgeDeps): WedgeDetector {
  const core = createWedgeCore(validators, isHeard)
  const snapshots = new Map<number, Snapshot>()
  let timer: ReturnType<typeof setTimeout> | null = null
  // Silence is counted from when a key was heard: on a busy device keys arrive long after they were pressed.
  let heardAtMs = 0

  function report(scans: readonly WedgeScan[]): void {
    for (const scan of scans) {
      const snapshot = snapshots.get(scan.firstKey)
      if (snapshot !== undefined) restore(snapshot)
    }
    // Fields are as before when the listeners run, so that what they write stays.
    for (const scan of scans) onScan(scan)
  }

  function watch(): void {
    if (core.dueAtMs() === null) snapshots.clear()
    else if (timer === null) arm(wedgeLimits.idleMs)
  }

  function arm(waitMs: number): void {
    const expectedMs = performance.now() + waitMs
    timer = setTimeout(() => {
      timer = null
      if (core.dueAtMs() === null) return snapshots.clear()
      const nowMs = performance.now()
      if (nowMs - expectedMs > lateTimerMs) return arm(lateTimerMs)
      const dueAtMs = Math.max(core.dueAtMs() ?? 0, heardAtMs + wedgeLimits.idleMs)
      if (nowMs < dueAtMs) return arm(dueAtMs - nowMs)
      report(core.idle(nowMs))
      watch()
    }, waitMs)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const element = event.composedPath()[0] ?? null
    if (isPassword(element) || isIbanBegun(element)) return
    heardAtMs = performance.now()
    const before = core.lastKey()
    const answer = core.key({
      atMs: event.timeStamp,
      key: event.key,
      code: event.code,
      shift: event.shiftKey,
      ctrl: event.ctrlKey,
      alt: event.altKey,
      meta: event.metaKey,
      altGraph: event.getModifierState('AltGraph'),
      repeat: event.repeat,
      composing: event.isComposing || event.keyCode === 229,
      target: keyTarget(element),
    })
    if (answer.prevent) event.preventDefault()
    if (answer.prevent && answer.scans.length > 0) event.stopPropagation()
    report(answer.scans)
    if (core.lastKey() !== before) keep(core.lastKey(), element)
    watch()
  }

  function keep(number: number, element: EventTarget | null): void {
    if (isField(element) && !isScanField(element)) snapshots.set(number, takeSnapshot(element))
  }

  function onBeforeInput(event: InputEvent): void {
    if (event.inputType !== 'insertText' || event.data === null || event.data.length < wedgeLimits.minKnownLength)
      return
    const element = event.composedPath()[0] ?? null
    if (isPassword(element)) return
    const snapshot = isField(element) ? takeSnapshot(element) : null
    const answer = core.text({ atMs: event.timeStamp, text: event.data, target: keyTarget(element) })
    if (answer.prevent) event.preventDefault()
    if (answer.prevent && !event.cancelable && snapshot !== null) {
      snapshot.field.addEventListener('input', () => restore(snapshot), { once: true })
    }
    // Into a field made for scans the text goes first, as keys do: what its screen makes of the scan then replaces it.
    if (answer.prevent) report(answer.scans)
    else setTimeout(() => report(answer.scans))
    watch()
  }

  return {
    start(early) {
      for (const event of early) onKeyDown(event)
      target.addEventListener('keydown', onKeyDown, { capture: true })
      target.addEventListener('beforeinput', onBeforeInput, { capture: true })
    },
    stop() {
      target.removeEventListener('keydown', onKeyDown, { capture: true })
      target.removeEventListener('beforeinput', onBeforeInput, { capture: true })
      if (timer !== null) clearTimeout(timer)
      timer = null
      snapshots.clear()
    },
  }
}

const buttonTypes = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/

function isField(element: EventTarget | null): element is Field {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled
  if (element instanceof HTMLSelectElement) return !element.disabled
  return (
    element instanceof HTMLInputElement && !buttonTypes.test(element.type) && !element.readOnly && !element.disabled
  )
}

/** Whether an element keeps the text that is typed while it has the focus. */
export function takesText(element: Element | null): boolean {
  return !(element instanceof HTMLSelectElement) && keyTarget(element) !== 'page'
}

function isPassword(element: EventTarget | null): boolean {
  return element instanceof HTMLInputElement && element.type === 'password'
}

/** Whether an IBAN's head stands in its field: parts of what is typed behind it, at any pace, have the shape of codes. */
function isIbanBegun(element: EventTarget | null): boolean {
  return element instanceof HTMLInputElement && element.name === 'iban' && /^\s*[A-Z]{2}\d{2}/iu.test(element.value)
}

function isScanField(element: EventTarget | null): boolean {
  return element instanceof HTMLElement && element.dataset['scan'] !== undefined
}

function keyTarget(element: EventTarget | null): KeyTarget {
  if (isScanField(element)) return 'scan_field'
  if (isField(element)) return 'text'
  return element instanceof HTMLElement && element.isContentEditable ? 'text' : 'page'
}

function takeSnapshot(field: Field): Snapshot {
  const selects = !(field instanceof HTMLSelectElement)
  return {
    field,
    value: field.value,
    from: selects ? field.selectionStart : null,
    to: selects ? field.selectionEnd : null,
  }
}

// React replaces the value property of its fields; only the prototype's setter leaves a change for it to see.
function restore({ field, value, from, to }: Snapshot): void {
  if (field.value === value || !field.isConnected) return
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  setter?.call(field, value)
  if (!(field instanceof HTMLSelectElement) && from !== null && to !== null) field.setSelectionRange(from, to)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'historyUndo' }))
  if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
}
