// Moist air at sea level: temperature °C, moisture w kg water per kg dry air, relative humidity %.

/** kg/m³ */
export const DENSITY = 1.2
/** J/(kg K) */
export const HEAT_CAPACITY = 1006
/** J/kg */
export const EVAPORATION = 2.45e6
/** ppm of CO2 in fresh air */
export const FRESH_CO2 = 400

const PRESSURE = 101_325

/** Saturation vapour pressure in Pa (Magnus). */
const saturation = (temperature: number): number => 610.94 * Math.exp((17.625 * temperature) / (temperature + 243.04))

export const humidityOf = (temperature: number, moisture: number): number =>
  (100 * ((moisture * PRESSURE) / (0.622 + moisture))) / saturation(temperature)

export const moistureOf = (temperature: number, humidity: number): number => {
  const vapour = (humidity / 100) * saturation(temperature)
  return (0.622 * vapour) / (PRESSURE - vapour)
}

/** Wet-bulb temperature by Stull's fit; for 5 to 99 % and -20 to 50 °C. */
export const wetBulb = (temperature: number, humidity: number): number =>
  temperature * Math.atan(0.151977 * Math.sqrt(humidity + 8.313659)) +
  Math.atan(temperature + humidity) -
  Math.atan(humidity - 1.676331) +
  0.00391838 * humidity ** 1.5 * Math.atan(0.023101 * humidity) -
  4.686035
