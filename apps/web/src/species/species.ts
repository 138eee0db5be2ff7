import { SPECIES_CODES, SPECIES_ROOTS } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'
import { speciesName } from '@steading/locales/production'
import type { Translate } from '@steading/locales/text'

const isRoot = (code: SpeciesCode) => (SPECIES_ROOTS as readonly SpeciesCode[]).includes(code)

/** Every species to choose from, each kind below its species. */
export const speciesOptions = (t: Translate) =>
  SPECIES_CODES.map(value => ({
    value,
    label: isRoot(value) ? speciesName(value, t) : `– ${speciesName(value, t)}`,
    words: speciesName(value, t),
  }))
