import { useState } from 'react'
import { expect, test } from 'vitest'
import IframeView from '../../../src/widgets/iframe/iframe.view.tsx'
import SimpleImageView from '../../../src/widgets/simpleImage/simpleImage.view.tsx'
import StickyNoteView from '../../../src/widgets/stickyNote/stickyNote.view.tsx'
import TitleView from '../../../src/widgets/titleWidget/titleWidget.view.tsx'
import { isClean } from '../axe.ts'
import { propsOf } from './widget.sample.ts'
import { openWidget } from './widgetStage.tsx'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const file = (url: string) => ({ name: 'barn.webp', type: 'image/webp', size: 43, url })

test('TITLE is a heading at its side, with its line', async () => {
  const { place } = await openWidget(
    <TitleView {...propsOf('TITLE', { text: 'Fattening, houses 1 to 4', position: 'RIGHT', line: true })} />,
    {},
    { size: [2, 1] },
  )
  const heading = place.getByRole('heading', { name: 'Fattening, houses 1 to 4' })
  await expect.element(heading).toBeVisible()
  expect(getComputedStyle(heading.element()).textAlign).toBe('right')
  expect(getComputedStyle(heading.element().parentElement!).borderBottomWidth).toBe('1px')
  await isClean(place.element())
})

test('STICKY_NOTE keeps its line breaks and makes nothing of its text', async () => {
  const text = 'Vet: Monday\nhttps://vet.example <b>bold</b>'
  const { place } = await openWidget(<StickyNoteView {...propsOf('STICKY_NOTE', { text })} />, {}, { size: [2, 1] })
  const note = place.getByRole('group', { name: 'Note' })
  await expect.element(note).toBeVisible()
  expect(note.element().textContent).toBe(text)
  expect(note.element().childElementCount).toBe(0)
  expect(getComputedStyle(note.element()).whiteSpace).toBe('pre-wrap')
  await isClean(place.element())
})

test('STICKY_NOTE scrolls a long text within its place', async () => {
  const { place } = await openWidget(
    <StickyNoteView {...propsOf('STICKY_NOTE', { title: 'Cleaning', text: 'A line of a note.\n'.repeat(80) })} />,
  )
  const note = place.getByRole('group', { name: 'Cleaning' })
  await expect.element(note).toBeVisible()
  expect(note.element().scrollHeight).toBeGreaterThan(note.element().clientHeight)
  expect(place.element().scrollHeight).toBe(place.element().clientHeight)
})

test('STICKY_NOTE says that it is empty', async () => {
  const { place } = await openWidget(<StickyNoteView {...propsOf('STICKY_NOTE', { text: ' \n' })} />)
  await expect.element(place.getByText('This note is empty.')).toBeVisible()
})

test('SIMPLE_IMAGE shows its picture with its description', async () => {
  const { place } = await openWidget(
    <SimpleImageView
      {...propsOf(
        'SIMPLE_IMAGE',
        { files: ['barn.webp'], description: 'Plan of the barn', fit: 'COVER' },
        { files: [file(pixel)] },
      )}
    />,
    {},
    { size: [1, 1] },
  )
  const picture = place.getByRole('img', { name: 'Plan of the barn' })
  await expect.element(picture).toBeVisible()
  expect(getComputedStyle(picture.element()).objectFit).toBe('cover')
  await isClean(place.element())
})

test.each([
  ['is missing', [], /No picture was uploaded/],
  ['does not load', [file('data:image/webp;base64,AAAA')], /The picture didn’t load/],
])('SIMPLE_IMAGE says that its picture %s', async (_, files, sentence) => {
  const { place } = await openWidget(<SimpleImageView {...propsOf('SIMPLE_IMAGE', { files: ['barn.webp'] }, { files })} />)
  await expect.element(place.getByText(sentence)).toBeVisible()
  await isClean(place.element())
})

function RenewedPicture() {
  const [url, renew] = useState('data:image/webp;base64,AAAA')
  const configs = { files: ['barn.webp'], description: 'Plan of the barn' }
  return (
    <>
      <button type="button" onClick={() => renew(pixel)}>
        Renew
      </button>
      <SimpleImageView {...propsOf('SIMPLE_IMAGE', configs, { files: [file(url)] })} />
    </>
  )
}

test('SIMPLE_IMAGE shows its picture again by its renewed address', async () => {
  const { place } = await openWidget(<RenewedPicture />)
  await expect.element(place.getByText(/The picture didn’t load/)).toBeVisible()
  await place.getByRole('button', { name: 'Renew' }).click()
  await expect.element(place.getByRole('img', { name: 'Plan of the barn' })).toBeVisible()
})

test('IFRAME shuts the page in a sandbox of its own origin', async () => {
  const { place } = await openWidget(<IframeView {...propsOf('IFRAME', { url: 'https://radar.invalid/map', height: 640 })} />)
  const frame = place.getByTitle('radar.invalid').last()
  await expect.element(frame).toBeVisible()
  const attributes = ['src', 'sandbox', 'referrerpolicy', 'loading', 'height'].map(name => frame.element().getAttribute(name))
  expect(attributes).toEqual(['https://radar.invalid/map', 'allow-scripts allow-forms', 'no-referrer', 'lazy', '640'])
  await expect.element(place.getByRole('link', { name: 'Open radar.invalid in a new tab' })).toBeVisible()
  await isClean(place.element())
})

test('IFRAME refuses an address that is no page of another site', async () => {
  const props = propsOf('IFRAME', { url: 'https://radar.invalid' })
  const { place } = await openWidget(
    <IframeView {...props} configs={{ ...props.configs, url: `${window.location.origin}/users` }} />,
  )
  await expect.element(place.getByText(/must begin with https/)).toBeVisible()
  expect(place.element().querySelector('iframe')).toBeNull()
})
