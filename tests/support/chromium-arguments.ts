/** What Playwright turns off; of two lists Chromium takes the last one. */
const offForPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]
/** The suggestions under the address bar, which nobody sees: drawn ahead, they cost as much as the rest of a start. */
const suggestions = ['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup']

/** How the tests start a Chromium: as any account, and without a graphics processor. */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  `--disable-features=${[...offForPlaywright, ...suggestions].join(',')}`,
]

/** Where the browser of most tests is: without a window, if the run has found one (`scripts/chromium.mjs`). */
export const lightChromium = process.env.CHROMIUM_SHELL_PATH ?? process.env.CHROMIUM_PATH
