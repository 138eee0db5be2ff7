import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

/** The one without a window first: others load pages of their own for each window, a sixth of a test's work. */
const PATHS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(name => `/usr/bin/${name}`)

/** Where a Chromium is: as set, or as the system's packages put it. */
export const chromiumPath = (): string | undefined => process.env.CHROMIUM ?? PATHS.find(path => existsSync(path))

/** Arguments of a Chromium that talks to nobody but the pages it is given. */
export const chromiumArguments = (): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--enable-unsafe-swiftshader',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--ignore-gpu-blocklist',
  // WebGL is for maps; pages are put together without it, which takes a third less of a machine that has none.
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
]

/** A headless Chromium that talks to nobody but the pages it is given. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  if (!executablePath) throw new Error("no Chromium: install your system's package, or set CHROMIUM to its path")
  return chromium.launch({ executablePath, args: chromiumArguments() })
}
