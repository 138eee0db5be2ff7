import { isPoultry, speciesRoot } from '@steading/contract/production/species'
import type { SpeciesCode } from '@steading/contract/production/species'

/**
 * Heat that animals produce, by CIGR (2002), "Heat and moisture production at animal and house levels": total heat of an animal at
 * 20 °C, its fall with temperature, and the sensible share. Broilers and growing pigs as in the barn model of domain.md §7; the
 * other kinds by the same report, with the yields named beside them.
 */
export interface HeatModel {
  /** Total heat of an animal of this weight (kg) at 20 °C, W. */
  readonly totalHeat: (weight: number) => number
  /** W by which the total heat of a heat-producing unit (1000 W at 20 °C) falls for each degree above 20 °C. */
  readonly falloff: number
  /** Sensible part of the total heat of a unit at a temperature, W; the rest evaporates water. */
  readonly sensible: (total: number, temperature: number) => number
}

const poultrySensible: HeatModel['sensible'] = (total, t) => 0.61 * total - 0.228 * t ** 2
const pigSensible: HeatModel['sensible'] = (total, t) => 0.62 * total - 1.15e-7 * t ** 6
const cattleSensible: HeatModel['sensible'] = (total, t) => 0.71 * total - 0.408 * t ** 2

const poultry = (totalHeat: HeatModel['totalHeat']): HeatModel => ({ totalHeat, falloff: 20, sensible: poultrySensible })
const pig = (totalHeat: HeatModel['totalHeat']): HeatModel => ({ totalHeat, falloff: 12, sensible: pigSensible })
const cattle = (totalHeat: HeatModel['totalHeat']): HeatModel => ({ totalHeat, falloff: 4, sensible: cattleSensible })

/** Growing pigs: maintenance b and the feed intake n as a multiple of it, n falling with the weight. */
function growingPig(weight: number): number {
  const maintenance = 5.09 * weight ** 0.75
  const intake = Math.max(1.9, 3.4 - 0.0133 * (weight - 20))
  return maintenance + (1 - (0.47 + 0.003 * weight)) * (intake - 1) * maintenance
}

/** Daily gain of calves and beef, kg/d, energy of their feed, MJ/kg, and milk of cows, kg/d. */
const CALF_GAIN = 0.7
const BEEF_GAIN = 0.9
const BEEF_FEED = 10
const MILK = 28
const calf = (weight: number): number =>
  6.44 * weight ** 0.7 + (13.3 * CALF_GAIN * (6.28 + 0.0188 * weight)) / (1 - 0.3 * CALF_GAIN)
const beef = (weight: number): number =>
  7.64 * weight ** 0.69 + BEEF_GAIN * (23 / BEEF_FEED - 1) * ((57.27 + 0.302 * weight) / (1 - 0.171 * BEEF_GAIN))
const cow = (weight: number): number => 5.6 * weight ** 0.75 + 22 * MILK
/** Eggs of a layer, kg/d. */
const EGGS = 0.05
const broiler = poultry(weight => 10.62 * weight ** 0.75)
const layer = poultry(weight => 6.8 * weight ** 0.75 + 25 * EGGS)
const sow = pig(weight => 4.85 * weight ** 0.75 + 14)

const MODELS: Readonly<Partial<Record<SpeciesCode, HeatModel>>> = {
  CHICKEN: broiler,
  BROILER: broiler,
  LAYER: layer,
  BREEDER: layer,
  TURKEY: poultry(weight => 9.86 * weight ** 0.77),
  PIG: pig(growingPig),
  PIGLET: pig(growingPig),
  WEANER: pig(growingPig),
  FINISHER: pig(growingPig),
  SOW: sow,
  BOAR: sow,
  CATTLE: cattle(beef),
  CALF: cattle(calf),
  BEEF: cattle(beef),
  DAIRY: cattle(cow),
}

/** Null for a species of which the report has no figures that are used here. */
export const heatModelOf = (species: SpeciesCode): HeatModel | null => MODELS[species] ?? null

/** A usual house for a species: what is not known of a house is taken from it. */
export interface UsualHouse {
  /** m² for each animal */
  readonly areaPerAnimal: number
  /** m */
  readonly height: number
  /** Heat lost through walls and roof for each m² of floor, W/(m² K). */
  readonly loss: number
  /** Air that passes with all fans stopped for each m² of floor, m³/(h m²). */
  readonly leak: number
}

/** Broiler house of 1300 m² and pig room of 300 m² of domain.md §7, by m²; the cattle house is an assumption of its own. */
const POULTRY_HOUSE: UsualHouse = { areaPerAnimal: 1 / 15, height: 3.2, loss: 2200 / 1300, leak: 1500 / 1300 }
const PIG_HOUSE: UsualHouse = { areaPerAnimal: 0.8, height: 3, loss: 700 / 300, leak: 400 / 300 }
const CATTLE_HOUSE: UsualHouse = { areaPerAnimal: 5, height: 4, loss: 2.5, leak: 3 }

export function usualHouse(species: SpeciesCode): UsualHouse {
  if (isPoultry(species)) return POULTRY_HOUSE
  return speciesRoot(species) === 'PIG' ? PIG_HOUSE : CATTLE_HOUSE
}
