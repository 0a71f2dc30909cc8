import { expect, test } from 'playwright/test'
import { answerAsDeclared, button, prepareComplianceBench } from '#tests/support/compliance-bench.ts'
import { expectSoundScreen, smallTargets } from '#tests/support/screen-audit.ts'
import { tapAsPerson, typeAsScanner } from '#tests/support/wedge.ts'
import { takePicture } from '#tests/support/pictures.ts'

const { phones, open } = prepareComplianceBench()

for (const look of [
  { name: '360', width: 360, height: 640, colorScheme: 'light' },
  { name: '820-dark', width: 820, height: 1180, colorScheme: 'dark' },
] as const) {
  test(`every step passes axe and is pictured: ${look.name}`, async () => {
    test.setTimeout(180_000)
    const [phone] = await phones(1)
    const device = await open({
      viewport: { width: look.width, height: look.height },
      colorScheme: look.colorScheme,
    })
    const page = device.page()
    const check = async (screen: string): Promise<void> => {
      await page.waitForTimeout(250)
      await takePicture(page, `check-${screen}-${look.name}.png`)
      await expectSoundScreen(page, screen)
      // The field of a photo's file is opened by the button beside it.
      expect(await smallTargets(page, '[type="file"]'), screen).toEqual([])
    }
    try {
      await check('search')
      await typeAsScanner(page, phone!.code)
      await expect(button(page, 'Commencer le diagnostic')).toBeVisible()
      await check('characteristics')
      await tapAsPerson(button(page, 'Autre modèle ou capacité'))
      await page.waitForTimeout(600)
      await check('product')
      await page.keyboard.press('Escape')
      await typeAsScanner(page, 'RPR:NEXT')
      await expect(page.getByText('Question 1 sur', { exact: false })).toBeVisible()
      await check('question')
      await tapAsPerson(button(page, phone!.questions[0]!.answers.at(-1)!.name))
      await check('question-differs')
      await typeAsScanner(page, 'RPR:NEXT')
      await answerAsDeclared(page, phone!, 1)
      await expect(page.getByText('Un nouveau prix', { exact: false })).toBeVisible()
      await check('summary')
      await tapAsPerson(button(page, 'Valider le contrôle'))
      await expect(page.getByRole('alert')).toBeVisible()
      await check('stop')
      await page.keyboard.press('Escape')
      await check('done')
    } finally {
      await device.close()
    }
  })
}
