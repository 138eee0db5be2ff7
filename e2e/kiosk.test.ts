// A kiosk that nobody touches: over a night, a restart of the server and a gap of the network. A real program, a real browser.
import { expect, test } from 'vitest'
import { apiAs, data } from './api.ts'
import { opens, screen, stage } from './opened.ts'
import { aPage } from './screen.ts'

opens()

const MINUTE = 60_000
const NIGHT_HOURS = 8
/** Minutes of the clock of the kiosk without the server, until it is back, and without the network. */
const GAPS = { server: 4, restart: 1, network: 5 }

test(
  'a kiosk shows live values after a night, a restart and a gap of the network, and says when it has none',
  {
    tags: ['nightly'],
  },
  async () => {
    const { of } = await apiAs(stage.url, 'manager', stage.password)
    const boards = of('dashboards')
    const { id } = data(await boards.create({ body: { displayName: 'Office wall' } }))
    for (const category of ['TEMPERATURE', 'HUMIDITY', 'CO2'] as const) {
      const [sensor] = data(await of('interfaces').search({ query: { category } })).content
      data(
        await boards.addWidget({
          body: { dashboardId: id, type: 'DIRECT_VALUE', configs: { interfaceId: sensor!.id, title: `Shown ${category}` } },
          files: [],
        }),
      )
    }
    const { link } = data(await boards.createPublicLink({ params: { id }, body: { kind: 'KIOSK' } }))

    const kiosk = await aPage(screen.browser, [], { viewport: { width: 1920, height: 1080 } })
    // Its clock ends where that of the server is: readings are as old as they seem.
    const minutes = NIGHT_HOURS * 60 + GAPS.server + GAPS.restart + GAPS.network
    await kiosk.clock.install({ time: Date.now() - minutes * MINUTE })
    await kiosk.goto(`${stage.url}/farmview/public-dashboard#${link}`)
    const updated = kiosk.getByText(/^Updated/)
    const old = kiosk.getByText(/^No new values since/)
    const values = async () => (await kiosk.locator('.dv-value').allInnerTexts()).join(' ')
    /** Waits for other values than those that are shown now. */
    const changes = async () => {
      await updated.waitFor()
      const before = await values()
      await expect.poll(values).not.toBe(before)
    }
    // The boxes have just started.
    await expect.poll(values).toMatch(/\d.* .*\d.* .*\d/)
    await changes()

    data(await of('sessions').logout())
    for (let hour = 0; hour < NIGHT_HOURS; hour++) await kiosk.clock.fastForward(60 * MINUTE)
    await changes()

    await stage.stop('server')
    const last = await values()
    await kiosk.clock.fastForward(GAPS.server * MINUTE)
    await old.waitFor()
    expect(await values()).toBe(last)
    await stage.start('server')
    await kiosk.clock.fastForward(GAPS.restart * MINUTE)
    await changes()

    await kiosk.context().setOffline(true)
    await kiosk.clock.fastForward(GAPS.network * MINUTE)
    await old.waitFor()
    await kiosk.context().setOffline(false)
    await changes()
    expect(await old.count()).toBe(0)
    await kiosk.context().close()
  },
)
