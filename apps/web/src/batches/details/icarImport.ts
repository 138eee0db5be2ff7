import { icar, ICAR_EVENTS_AT_ONCE } from '@steading/contract/production/icar'
import { number } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { api, data } from '../../platform/api/api.ts'
import { write } from '../../platform/api/write.ts'
import { readTextFile } from '../../ui/dropzone/readTextFile.ts'
import { alertDialog } from '../../ui/overlay/dialogs.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { batchesChanged } from '../batches.queries.ts'

const calls = api(icar)

const PROBLEM_KEYS = {
  NOT_JSON: 'icar.notJson',
  TOO_MANY_EVENTS: 'icar.tooManyEvents',
  UNKNOWN_EVENT: 'icar.unknownEvent',
  INVALID_EVENT: 'icar.invalidEvent',
  OTHER_SPECIES: 'icar.otherSpecies',
  WEIGHT_MISSING: 'icar.weightMissing',
} as const

export const exportIcar = (id: string) => data(calls.exportEvents({ params: { id } }))

/** Lets the person choose a JSON file; undefined: none was chosen. */
export const chooseJsonFile = (): Promise<File | undefined> =>
  new Promise(resolve => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.json,application/json'
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })

/** Books the events of a file in a batch, and says what came of it. */
export async function importIcar(id: string, file: File, t: Translate): Promise<void> {
  const request = { params: { id }, body: { text: await readTextFile(file) } }
  const { problem, unknownReasons, ...counts } = await data(write(['icar', 'importEvents'], calls.importEvents, request))
  if (problem) {
    const text = t(PROBLEM_KEYS[problem.code], {
      event: problem.event ?? 0,
      field: problem.field ?? '',
      most: ICAR_EVENTS_AT_ONCE,
    })
    await alertDialog({ title: t('icar.importFailed'), text, yes: t('ui.close') })
    return
  }
  await batchesChanged()
  toast(t('icar.imported', counts))
  if (unknownReasons.length === 0) return
  const causes = unknownReasons.map(({ reason, deaths }) => `${reason} (${number(deaths, t)})`).join(', ')
  await alertDialog({ title: t('icar.unknownReasons'), text: t('icar.unknownReasonsText', { causes }), yes: t('ui.close') })
}
