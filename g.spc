#DEFVAR
NO = N + O; NO2 = N + 2O; O3 = 3O;
#DEFFIX
O2 = 2O;
