// A channel of 400 m x 200 m with an island: the mesh of island.toml.
//   gmsh -2 -format msh41 island.geo -o island.msh
lc = 24;
Point(1) = {0, 0, 0, lc};      Point(2) = {400, 0, 0, lc};
Point(3) = {400, 200, 0, lc};  Point(4) = {220, 170, 0, lc};  Point(5) = {0, 200, 0, lc};
Point(6) = {160, 90, 0, lc / 3}; Point(7) = {200, 70, 0, lc / 2};
Point(8) = {230, 100, 0, lc / 3}; Point(9) = {190, 120, 0, lc / 2};
Line(1) = {1, 2};  Line(2) = {2, 3};  Line(5) = {5, 1};
Spline(3) = {3, 4, 5};
Spline(4) = {6, 7, 8, 9, 6};
Curve Loop(1) = {1, 2, 3, 5};  Curve Loop(2) = {4};
Plane Surface(1) = {1, 2};
Physical Curve("coast") = {1, 3};
Physical Curve("west") = {5};
Physical Curve("east") = {2};
Physical Curve("island") = {4};
Physical Surface("water") = {1};
