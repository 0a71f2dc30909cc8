/** Words that the catalogs of the benches are made of. */
export const brands =
  `Samsung Apple Xiaomi Huawei Sony Canon Lenovo Asus Nintendo Garmin Philips Bosch Dyson Bose Fairphone
  Motorola Nikon Panasonic Logitech Oppo Realme Honor Nokia Microsoft Google Marshall Jabra Sonos Fitbit GoPro`.split(
    /\s+/,
  )
export const families =
  `Galaxy Iphone Redmi Mate Xperia Powershot Thinkpad Zenbook Switch Forerunner Sonicare Accuboor Airwrap
  Soundlink Moto Lumix Brio Reno Magic Surface Pixel Major Elite Versa Hero Nova Legion Vivobook Fenix Coolpix`.split(
    /\s+/,
  )
export const variants = ['', 'Pro', 'Max', 'Mini', 'Plus', 'Ultra', 'Lite', 'Slim']
export const categories =
  `Smartphones Tablettes Écouteurs Casques Consoles Montres Caméras Objectifs Ordinateurs Enceintes
  Aspirateurs Liseuses Drones Imprimantes Claviers Moniteurs Vélos Trottinettes Téléviseurs Perceuses`.split(/\s+/)
