import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser } from 'playwright-core'

/** Where a Chromium is: as set, or as the system's packages put it. */
export const chromiumPath = (): string | undefined =>
  process.env.CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(path => existsSync(path))

/** A headless Chromium that talks to nobody but the pages it is given. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  if (!executablePath) throw new Error("no Chromium: install your system's package, or set CHROMIUM to its path")
  return chromium.launch({
    executablePath,
    args: [
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
    ],
  })
}
