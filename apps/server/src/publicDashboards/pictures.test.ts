import { client } from '@steading/contract/http/client'
import { publicDashboards } from '@steading/contract/widgets/publicDashboards'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFarm, data } from '../../test/farm.ts'
import type { Farm } from '../../test/farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await aFarm()
})
afterAll(() => farm.close())

/** A dashboard with a picture, and the address of the picture that each of its links answers. */
async function withPicture() {
  const me = await farm.as('Paul')
  const { id } = data(await me.dashboards.create({ body: { displayName: 'Reception' } }))
  const content = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const widget = data(
    await me.dashboards.addWidget({
      body: { dashboardId: id, type: 'SIMPLE_IMAGE', configs: { files: ['house.png'] } },
      files: [new File([content], 'house.png', { type: 'image/png' })],
    }),
  )
  const addressBy = async (kind: 'PUBLIC' | 'KIOSK') => {
    const { link } = data(await me.dashboards.createPublicLink({ params: { id }, body: { kind } }))
    const calls = client(publicDashboards, { base: `${farm.url}/services`, headers: () => ({ 'x-tenant': '1' }) })
    const { widgets } = data(await calls.widgets({ params: { id: link } }))
    return widgets[widget.id]!.files[0]!.url
  }
  return { me, id, widget, addressBy }
}
const statusOf = async (address: string) => (await fetch(`${farm.url}${address}`)).status

test('the address of a picture dies with the link that answered it', async () => {
  const { me, id, widget, addressBy } = await withPicture()
  const [shared, kiosk] = [await addressBy('PUBLIC'), await addressBy('KIOSK')]
  expect([await statusOf(shared), await statusOf(kiosk)]).toEqual([200, 200])
  data(await me.dashboards.revokePublicLink({ params: { id }, query: { kind: 'PUBLIC' } }))
  expect(await statusOf(shared)).toBe(404)
  expect([await statusOf(kiosk), await statusOf(widget.files[0]!.url)]).toEqual([200, 200])
})

test("the address of a picture dies when the link's creator may no longer sign in", async () => {
  const { id, addressBy } = await withPicture()
  const address = await addressBy('PUBLIC')
  await farm.world.owner.query(
    `update users set status = 'INACTIVE' where id in (select created_by from dashboard_public_links where dashboard_id = $1)`,
    [id],
  )
  expect(await statusOf(address)).toBe(404)
})

test('the address of a picture names its link, and is good for no other', async () => {
  const { me, id, addressBy } = await withPicture()
  const shared = await addressBy('PUBLIC')
  const kiosk = new URLSearchParams((await addressBy('KIOSK')).split('?')[1]).get('link')
  data(await me.dashboards.revokePublicLink({ params: { id }, query: { kind: 'PUBLIC' } }))
  const foreign = shared.replace(/link=\d+/, `link=${kiosk}`)
  const unbound = shared.replace(/link=\d+&/, '')
  expect(new Set([shared, foreign, unbound]).size).toBe(3)
  expect(await statusOf(foreign)).toBe(404)
  expect(await statusOf(unbound)).toBe(404)
})
