import { chromium, expect, test, type Browser, type BrowserContext, type Page } from 'playwright/test'
import {
  createFakeCamera,
  fakeCameraArguments,
  type BarcodeScene,
  type FakeCamera,
} from '#tests/support/barcode-video.ts'
import { chromiumArguments } from '#tests/support/chromium-arguments.ts'
import { buybackCode, lines, prepareScanPage } from '#tests/support/prepare-scan-page.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

const { address, requested } = prepareScanPage()
const executable = process.env.CHROMIUM_PATH

function launch(args: readonly string[]): Promise<Browser> {
  return chromium.launch({
    args: [...chromiumArguments, ...args],
    ...(executable ? { executablePath: executable } : {}),
  })
}

test.describe('the camera', () => {
  let camera: FakeCamera
  let browser: Browser
  let context: BrowserContext
  let page: Page

  test.beforeAll(async () => {
    camera = await createFakeCamera()
    await camera.show([null])
    browser = await launch(fakeCameraArguments(camera.file))
  })
  test.afterAll(async () => {
    await browser.close()
  })
  test.beforeEach(async () => {
    context = await browser.newContext({ permissions: ['camera'], locale: 'fr-FR' })
    page = await context.newPage()
  })
  test.afterEach(async () => {
    await context.close()
  })

  async function open(purpose = 'check_in'): Promise<number> {
    await page.goto(`${address()}?purpose=${purpose}`)
    const fromMs = Date.now()
    await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
    await expect(lines(page)).toHaveCount(1, { timeout: 20_000 })
    return Date.now() - fromMs
  }

  const gs1 = '(01)09501101530003(21)AB12CD34'
  const cases: readonly [string, BarcodeScene, string, string, string][] = [
    [
      'Code 128 with something dark left of it',
      { symbology: 'code128', text: buybackCode(20), darkMargin: true },
      'check_in',
      `${buybackCode(20)} buyback,item,ean`,
      ']C0',
    ],
    ['EAN-13', { symbology: 'ean13', text: '4006381333931' }, 'product', '4006381333931 ean', ']E0'],
    ['QR', { symbology: 'qrcode', text: buybackCode(21) }, 'check_in', `${buybackCode(21)} buyback,item,ean`, ']Q1'],
    ['GS1 DataMatrix', { symbology: 'gs1datamatrix', text: gs1 }, 'any', '010950110153000321AB12CD34 item,ean', ']d2'],
    ['an IMEI as Code 128', { symbology: 'code128', text: '260531793113837' }, 'imei', '260531793113837 imei', ']C0'],
    [
      'a label turned by 45 degrees',
      { symbology: 'code128', text: buybackCode(22), degrees: 45 },
      'check_in',
      `${buybackCode(22)} buyback,item,ean`,
      ']C0',
    ],
  ]
  test('reads each symbology, turned or with something dark beside it, once', async () => {
    test.setTimeout(180_000)
    for (const [name, scene, purpose, line, symbology] of cases) {
      await test.step(name, async () => {
        await camera.show([scene])
        const tookMs = await open(purpose)
        console.log(`camera: ${name} after ${tookMs} ms from the tap, loading and opening included`)
        await expect(lines(page)).toHaveText([line])
        await expect(lines(page)).toHaveAttribute('data-symbology', symbology)
        await expect(lines(page)).toHaveAttribute('data-source', 'camera')
      })
    }
  })

  test('reads labels one after the other, each once while it stays in view', async () => {
    const shown = [buybackCode(30), buybackCode(31), buybackCode(32)]
    const scenes = shown.map((text, n): BarcodeScene => ({ symbology: n % 2 === 0 ? 'code128' : 'datamatrix', text }))
    await camera.show(scenes, { framesEach: 8, emptyFrames: 4 })
    await open()
    const texts = async () => (await lines(page).allTextContents()).map((text) => text.split(' ')[0]!)
    // The film begins again at its end: a slow machine may need another showing for a label that it missed.
    await expect.poll(async () => new Set(await texts()), { timeout: 30_000 }).toEqual(new Set(shown))
    const read = await texts()
    expect(read.filter((text, at) => text === read[at - 1])).toEqual([])
  })

  test("takes our code from a box that carries the maker's too, and only ours", async () => {
    await camera.show([
      [
        { symbology: 'ean13', text: '4006381333931', at: 0.25 },
        { symbology: 'code128', text: buybackCode(40), at: 0.7 },
      ],
    ])
    await open()
    await page.waitForTimeout(1500)
    await expect(lines(page)).toHaveText([`${buybackCode(40)} buyback,item,ean`])
  })

  test('leads to the station whose code it reads, and gives it to no screen', async () => {
    await camera.show([{ symbology: 'code128', text: 'RPR:GO:MOVE' }])
    await page.goto(address())
    await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
    await expect(page.getByRole('status', { name: 'station' })).toHaveText('GO:MOVE', { timeout: 20_000 })
    await expect(lines(page)).toHaveCount(0)
  })

  test('reads nothing while the panel is paused, and goes on behind', async () => {
    await camera.show([{ symbology: 'qrcode', text: buybackCode(41) }])
    await page.goto(address())
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
    await expect(page.getByText('En pause')).toBeVisible()
    await page.waitForTimeout(700)
    await expect(lines(page)).toHaveCount(0)
    await typeAsScanner(page, 'RPR:CONFIRM')
    await expect(lines(page)).toHaveCount(1)
  })

  test('reads nothing behind a window, and goes on once it has gone', async () => {
    await camera.show([{ symbology: 'code128', text: 'RPR:UNDO' }])
    await page.goto(address())
    await page.evaluate(() => {
      const shown = Object.assign(document.createElement('section'), { role: 'dialog', textContent: 'Cart' })
      document.body.append(shown)
    })
    await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
    await expect(page.locator('video')).toHaveJSProperty('paused', false)
    await page.waitForTimeout(2500)
    await expect(lines(page)).toHaveCount(0)
    await page.evaluate(() => document.querySelector('[role="dialog"]')?.remove())
    await expect(lines(page)).toHaveText(['RPR:UNDO'])
  })

  test('loads no decoder before it is opened, and none from elsewhere', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await camera.show([{ symbology: 'qrcode', text: buybackCode(42) }])
    await page.goto(address())
    await page.waitForLoadState('networkidle')
    expect(asked.filter((url) => /wasm|worker|camera/.test(url))).toEqual([])
    await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
    await expect(lines(page)).toHaveCount(1)
    expect(requested().some((path) => path.endsWith('.wasm'))).toBe(true)
    expect(asked.filter((url) => !url.startsWith(new URL(address()).origin))).toEqual([])
  })

  test('lets the camera go when it is closed, and gives it back', async () => {
    await camera.show([{ symbology: 'qrcode', text: buybackCode(43) }])
    await open()
    await page.getByRole('button', { name: 'Fermer la caméra' }).click()
    const held = () => page.evaluate(() => document.querySelector('video')!.srcObject !== null)
    expect(await held()).toBe(false)
    await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
    await expect(lines(page)).toHaveCount(2)
  })
})

test.describe('a camera that is not to be had', () => {
  // What is said of a camera that is absent, busy or asked for without a secure address: web/staff/app/camera-panel.test.tsx.
  test('refused: the sentence says so, and a scanner works', async () => {
    const browser = await launch(['--use-fake-device-for-media-stream'])
    try {
      const context = await browser.newContext({ permissions: [], locale: 'fr-FR' })
      const page = await context.newPage()
      await page.goto(address())
      await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
      await expect(page.getByRole('alert')).toContainText('n’est pas autorisée')
      await typeAsScanner(page, buybackCode(50))
      await expect(lines(page)).toHaveCount(1)
    } finally {
      await browser.close()
    }
  })

  test('with WebAssembly missing, the slower decoder reads a QR code', async () => {
    const camera = await createFakeCamera()
    await camera.show([{ symbology: 'qrcode', text: buybackCode(60) }])
    const browser = await launch(fakeCameraArguments(camera.file))
    try {
      const context = await browser.newContext({ permissions: ['camera'] })
      const page = await context.newPage()
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly'))
      await page.goto(address())
      await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
      await expect(lines(page)).toHaveCount(1, { timeout: 20_000 })
    } finally {
      await browser.close()
    }
  })
})

test.describe('a camera with a light and neighbours', () => {
  test('offers its light, its magnification, and remembers the one that was chosen', async ({ page }) => {
    await page.addInitScript(() => {
      const asked: unknown[] = []
      const canvas = document.createElement('canvas')
      canvas.getContext('2d')
      Object.assign(globalThis, { asked })
      navigator.mediaDevices.enumerateDevices = () =>
        Promise.resolve(
          ['wide', 'close'].map((deviceId) => ({
            deviceId,
            groupId: '',
            kind: 'videoinput',
            label: `Back ${deviceId}`,
            toJSON: () => '',
          })),
        ) as Promise<MediaDeviceInfo[]>
      navigator.mediaDevices.getUserMedia = (wanted) => {
        asked.push(wanted)
        const stream = canvas.captureStream(10)
        const track = stream.getVideoTracks()[0]!
        const video = wanted?.video as { deviceId?: { exact: string } }
        const deviceId = video.deviceId?.exact ?? 'wide'
        track.getSettings = () => ({ deviceId })
        track.getCapabilities = () =>
          ({ torch: true, zoom: { min: 1, max: 8 }, focusMode: ['continuous'] }) as MediaTrackCapabilities
        track.applyConstraints = (settings) => {
          asked.push(settings)
          return Promise.resolve()
        }
        return Promise.resolve(stream)
      }
    })
    const asked = () => page.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked)
    await page.goto(address())
    await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
    const torch = page.getByRole('button', { name: 'Lampe' })
    await torch.click()
    await expect(torch).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Agrandir 2×' }).click()
    await page.getByLabel('Caméra', { exact: true }).selectOption('close')
    await expect(page.getByLabel('Caméra', { exact: true })).toHaveValue('close')
    expect(await asked()).toMatchObject([
      { video: { facingMode: { ideal: 'environment' } } },
      { advanced: [{ focusMode: 'continuous' }] },
      { advanced: [{ torch: true }] },
      { advanced: [{ zoom: 2 }] },
      { video: { deviceId: { exact: 'close' } } },
      { advanced: [{ focusMode: 'continuous' }] },
    ])
    await page.reload()
    await page.getByRole('button', { name: 'Scanner avec la caméra' }).click()
    await expect(page.getByLabel('Caméra', { exact: true })).toHaveValue('close')
  })
})
